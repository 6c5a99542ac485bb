package trading.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every workload must be like, beside having only fields that exist. */
class WorkloadTest {

    @Test
    void thereAreWorkloads() {
        assertThat(all()).extracting(Workload::name).contains("gateway", "engine", "persister", "setup-schema",
                "setup-topics", "kafka", "mysql", "load", "audit");
        assertThat(services()).hasSize(3);
    }

    @ParameterizedTest
    @MethodSource("all")
    void imagesHaveAFixedTagAndAreNotPulledEachTime(Workload workload) {
        assertThat(workload.container().getImage()).matches("[a-z/]+:[0-9][A-Za-z0-9.-]*");
        assertThat(workload.container().getImagePullPolicy()).isEqualTo("IfNotPresent");
        assertThat(workload.pods().getSpec().getContainers()).hasSize(1);
        assertThat(workload.pods().getSpec().getInitContainers()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("all")
    void podsAreRestricted(Workload workload) {
        PodSpec pod = workload.pods().getSpec();
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
        assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        Container container = workload.container();
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(container.getSecurityContext().getCapabilities().getAdd()).isEmpty();
        assertThat(container.getVolumeMounts()).anyMatch(mount -> mount.getMountPath().equals("/tmp"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void nothingCanGrowWithoutBound(Workload workload) {
        Map<String, Quantity> requests = workload.container().getResources().getRequests();
        Map<String, Quantity> limits = workload.container().getResources().getLimits();
        assertThat(requests).containsOnlyKeys("cpu", "memory");
        assertThat(limits).containsOnlyKeys("memory");
        assertThat(limits.get("memory")).isEqualTo(requests.get("memory"));
        assertThat(workload.pods().getSpec().getVolumes()).filteredOn(volume -> volume.getEmptyDir() != null)
                .extracting(Volume::getEmptyDir).allSatisfy(folder -> assertThat(folder.getSizeLimit()).isNotNull());
    }

    @ParameterizedTest
    @MethodSource("all")
    void podsHaveAnAccountOfTheirOwnWithoutAToken(Workload workload) {
        PodSpec pod = workload.pods().getSpec();
        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(Manifests.all(ServiceAccount.class)).filteredOn(
                account -> account.getMetadata().getName().equals(pod.getServiceAccountName())).singleElement()
                .satisfies(account -> assertThat(account.getAutomountServiceAccountToken()).isFalse());
    }

    /** Names of services as environment variables would be taken for settings by apache/kafka and mysql. */
    @ParameterizedTest
    @MethodSource("all")
    void servicesAreNotPutIntoTheEnvironment(Workload workload) {
        assertThat(workload.pods().getSpec().getEnableServiceLinks()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("all")
    void labelsSayWhatItIs(Workload workload) {
        for (ObjectMeta metadata : List.of(workload.metadata(), workload.pods().getMetadata())) {
            assertThat(metadata.getLabels()).containsEntry("app.kubernetes.io/name", workload.name())
                    .containsEntry("app.kubernetes.io/part-of", "trading")
                    .containsKey("app.kubernetes.io/component");
        }
    }

    @ParameterizedTest
    @MethodSource("lasting")
    void whatRunsOnIsAskedHowItIs(Workload workload) {
        Container container = workload.container();
        assertThat(container.getLivenessProbe()).isNotNull();
        assertThat(container.getReadinessProbe()).isNotNull();
        assertThat(startLimitSeconds(container.getStartupProbe())).isGreaterThanOrEqualTo(120);
    }

    @ParameterizedTest
    @MethodSource("services")
    void servicesAreAskedAtTheirPortForManagement(Workload workload) {
        Container container = workload.container();
        Map<String, Integer> ports = container.getPorts().stream()
                .collect(Collectors.toMap(ContainerPort::getName, ContainerPort::getContainerPort));
        int port = ServiceSettings.of(workload.name()).port();
        // Only gateways have an API beside it.
        assertThat(ports).isEqualTo(workload.name().equals("gateway")
                ? Map.of("http", port, "management", Integer.parseInt(SettingsTest.literal("gateway",
                        "MANAGEMENT_SERVER_PORT")))
                : Map.of("management", port));
        assertThat(asked(container.getStartupProbe())).isEqualTo("management /actuator/health/liveness");
        assertThat(asked(container.getLivenessProbe())).isEqualTo("management /actuator/health/liveness");
        assertThat(asked(container.getReadinessProbe())).isEqualTo("management /actuator/health/readiness");
    }

    @ParameterizedTest
    @MethodSource("services")
    void servicesSurviveDrains(Workload workload) {
        assertThat(Manifests.all(PodDisruptionBudget.class))
                .filteredOn(budget -> budget.getSpec().getSelector().getMatchLabels().equals(
                        Map.of("app.kubernetes.io/name", workload.name())))
                .singleElement().satisfies(
                        budget -> assertThat(budget.getSpec().getMaxUnavailable().getIntVal()).isEqualTo(1));
        assertThat(workload.pods().getSpec().getTopologySpreadConstraints())
                .extracting(TopologySpreadConstraint::getTopologyKey)
                .contains("kubernetes.io/hostname", "topology.kubernetes.io/zone");
    }

    /** It is not ready while one partition restores, and trades all the others. */
    @Test
    void anEngineThatIsNotReadyIsNotTakenAwayForThat() {
        assertThat(Manifests.all(PodDisruptionBudget.class))
                .filteredOn(budget -> budget.getMetadata().getName().equals("engine")).singleElement()
                .satisfies(budget -> assertThat(budget.getSpec().getUnhealthyPodEvictionPolicy()).isNull());
    }

    @ParameterizedTest
    @MethodSource("services")
    void aStopHasTheTimeThatTheServiceTakesForIt(Workload workload) {
        Container container = workload.container();
        long sleepSeconds = container.getLifecycle() == null
                ? 0
                : container.getLifecycle().getPreStop().getSleep().getSeconds();
        assertThat(workload.pods().getSpec().getTerminationGracePeriodSeconds()).isGreaterThan(
                sleepSeconds + ServiceSettings.of(workload.name()).stopLimit().toSeconds());
    }

    @Test
    void aGatewayServesUntilItIsForgottenAsAnEndpoint() {
        assertThat(Workload.service("gateway").container().getLifecycle().getPreStop().getSleep().getSeconds())
                .isGreaterThanOrEqualTo(5);
    }

    @Test
    void servicesAreReplacedWithoutAGap() {
        assertThat(Manifests.all(Deployment.class)).allSatisfy(deployment -> {
            assertThat(deployment.getSpec().getStrategy().getRollingUpdate().getMaxUnavailable().getIntVal()).isZero();
            assertThat(deployment.getSpec().getRevisionHistoryLimit()).isPositive();
        });
    }

    @Test
    void servicesOfTheNetworkFindTheirPods() {
        assertThat(Manifests.all(Service.class)).isNotEmpty().allSatisfy(service -> {
            Workload workload = all().stream().filter(it -> it.pods().getMetadata().getLabels().entrySet()
                    .containsAll(service.getSpec().getSelector().entrySet())).findFirst().orElseThrow();
            assertThat(workload.container().getPorts().stream().map(ContainerPort::getName)).containsAll(
                    service.getSpec().getPorts().stream().map(port -> port.getTargetPort().getStrVal()).toList());
        });
    }

    @Test
    void theNamespaceAdmitsRestrictedPodsOnly() {
        assertThat(Manifests.all(Namespace.class)).singleElement()
                .satisfies(namespace -> assertThat(namespace.getMetadata().getLabels())
                        .containsEntry("pod-security.kubernetes.io/enforce", "restricted"));
    }

    private static int startLimitSeconds(Probe probe) {
        return probe.getFailureThreshold() * probe.getPeriodSeconds();
    }

    private static String asked(Probe probe) {
        HTTPGetAction get = probe.getHttpGet();
        return get.getPort().getStrVal() + " " + get.getPath();
    }

    private static List<Workload> all() {
        return Workload.all();
    }

    private static List<Workload> lasting() {
        return all().stream().filter(Workload::runsOn).toList();
    }

    private static List<Workload> services() {
        return Workload.services();
    }
}
