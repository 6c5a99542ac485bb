package trading.wire;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The newest sale of each product, some products at a time, in a time that does not grow with the sales. One statement
 * with {@code MAX(TRADE_ID)} and {@code GROUP BY PRODUCT_ID} would do for MySQL, which skips from product to product;
 * MariaDB reads every row for it. What stands here is a few looks at the primary key for each product, with both. The
 * product behind the product behind one is asked for by a query in a query, so the looks grow with the square of the
 * products, which is why they are few.
 */
public final class LastSales {

    /** Products of one statement: with eight, each costs about half of what it costs in a statement of its own. */
    public static final int PRODUCTS = 8;

    private LastSales() {}

    /**
     * A query for the newest sales of the next {@value #PRODUCTS} products, a row each, by product id; fewer rows if
     * there are no more products.
     *
     * @param columns of SALES, separated by commas, PRODUCT_ID among them
     * @param behind marks the parameter, {@value #PRODUCTS} times: the id that all of the products are behind
     */
    public static String query(String columns, String behind) {
        return Stream.iterate(nextProduct(behind), LastSales::nextProduct).limit(PRODUCTS)
                .map(product -> "(SELECT " + columns + " FROM SALES WHERE PRODUCT_ID = " + product
                        + " ORDER BY TRADE_ID DESC LIMIT 1)")
                .collect(Collectors.joining(" UNION ALL ", "", " ORDER BY PRODUCT_ID"));
    }

    private static String nextProduct(String behind) {
        return "(SELECT MIN(PRODUCT_ID) FROM SALES WHERE PRODUCT_ID > " + behind + ")";
    }
}
