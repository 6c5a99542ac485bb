package trading.system;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which package may use which. Please think before you change a rule: each says why it is there. */
@AnalyzeClasses(packages = "trading", importOptions = {ImportOption.DoNotIncludeTests.class,
    LayeringTest.NoTestJars.class})
class LayeringTest {

    /** The market's cases travel in a jar of tests. */
    static final class NoTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    @ArchTest
    static final ArchRule theMarketKnowsNothingElse = classes().that().resideInAPackage("trading.market..").should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("trading.market..", "java.lang..", "java.util", "org.jspecify..")
            .because(
                    "the same batches must give the same outcomes everywhere: no Kafka, no Spring, no clock, no threads,"
                            + " no randomness");

    @ArchTest
    static final ArchRule theMarketHasNoRandomness = noClasses().that().resideInAPackage("trading.market..").should()
            .dependOnClassesThat().haveFullyQualifiedName("java.util.Random")
            .because("what was traded once must be traded the same way again");

    @ArchTest
    static final ArchRule theWireKnowsNoService = classes().that().resideInAPackage("trading.wire..").should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("trading.wire..", "java..", "com.google.protobuf..", "org.apache.kafka..",
                    "org.slf4j..", "org.jspecify..")
            .because("every service speaks it, so it may bring nothing of its own");

    @ArchTest
    static final ArchRule theCodecIsPlainJava = noClasses().that().resideInAPackage("trading.codec..").should()
            .dependOnClassesThat().resideInAnyPackage("org.springframework..", "org.apache.kafka..")
            .because("whoever checks the engine reads the logs by the same code, without a framework");

    @ArchTest
    static final ArchRule servicesDoNotKnowEachOther = slices()
            .matching("trading.(engine|gateway|persister)..").should().notDependOnEachOther()
            .because("they are deployed apart and speak through topics only");

    @ArchTest
    static final ArchRule onlyTracingKnowsItsLibrary = noClasses().that().resideOutsideOfPackage("trading.tracing..")
            .should().dependOnClassesThat().resideInAPackage("io.opentelemetry..")
            .because("orders that are not sampled must not pay for it, and one place sees to that");

    @ArchTest
    static final ArchRule onlyTheEngineAndTheClientTrade = noClasses()
            .that().resideInAnyPackage("trading.gateway..", "trading.persister..", "trading.mysql..", "trading.local..")
            .should().dependOnClassesThat().resideInAnyPackage("trading.market..", "trading.codec..")
            .because("one text decides, and one place applies it");

    @ArchTest
    static final ArchRule gatewayPackagesHaveNoCycles = slices().matching("trading.gateway.(*)..").should()
            .beFreeOfCycles().because("a feature can then be read, and removed, alone");

    @ArchTest
    static final ArchRule clientPackagesHaveNoCycles = slices().matching("trading.client.(*)..").should()
            .beFreeOfCycles().because("a command can then be read, and removed, alone");

    @ArchTest
    static final ArchRule servicesReachMySqlReactively = noClasses()
            .that().resideInAnyPackage("trading.gateway..", "trading.engine..", "trading.persister..").should()
            .dependOnClassesThat().resideInAnyPackage("java.sql..", "javax.sql..")
            .because("sales reach MySQL without blocking a thread for each statement");

    @ArchTest
    static final ArchRule moneyIsNeverFloatingPoint = noFields()
            .that(not(com.tngtech.archunit.core.domain.properties.HasName.Predicates
                    .nameMatching("(?i)(?!.*(price|ticks|turnover|amount)).*").forSubtype()))
            .should().haveRawType(double.class).orShould().haveRawType(float.class)
            .because("floating point loses money");

    @ArchTest
    static final ArchRule packagesAreNamedByFeature = noClasses()
            .that(resideInAPackage("trading..")).should()
            .resideInAnyPackage("..util..", "..utils..", "..common..", "..helper..", "..manager..", "..impl..")
            .because("such a name says nothing about what is inside");
}
