package trading.baselines.sales;

import java.util.List;
import java.util.concurrent.CompletionStage;
import trading.baselines.market.Sale;

/** The way of sales into the database. Any thread may call. */
public interface SalesWriter extends AutoCloseable {

    /**
     * Writes the sales of one run, each with a statement of its own that is committed at once.
     *
     * @return completes when all are written, exceptionally when one is not
     */
    CompletionStage<?> write(List<Sale> sales);

    @Override
    void close();
}
