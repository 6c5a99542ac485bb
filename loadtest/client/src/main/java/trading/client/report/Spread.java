package trading.client.report;

/**
 * How evenly a load fell on partitions and engines: by the one that got most.
 *
 * @param fullestPartition its share of all orders, from 0 to 1
 * @param partitions how many there are
 * @param fullestEngine its share of all sales, from 0 to 1; 0 where that is not known
 * @param engines how many there are; 0 where that share is not known
 */
public record Spread(double fullestPartition, int partitions, double fullestEngine, int engines) {}
