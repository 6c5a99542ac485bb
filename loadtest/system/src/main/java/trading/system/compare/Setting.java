package trading.system.compare;

/**
 * What a system is measured with.
 *
 * @param engines that share the market
 * @param clients of the closed loop
 */
public record Setting(int engines, int clients) {

    /** As a part of a file's name. */
    public String name() {
        return "engines-" + engines + "-clients-" + clients;
    }
}
