package trading.gateway.requests;

import org.jspecify.annotations.Nullable;
import trading.wire.InvalidField;
import trading.wire.Limits;

/** Products as requests name them. */
public final class ProductIds {

    private static final String NO_FOLDER = "neither . nor .., which are no part of a path";

    private ProductIds() {}

    /**
     * A product id that can stand within a path. Browsers and many clients take {@code .} and {@code ..} there for folders
     * and leave them out, so that nobody could ask for such a product; logs may have some of former days.
     *
     * @throws InvalidField when it breaks a limit
     */
    public static String of(String field, @Nullable String value) {
        String productId = Limits.productId(field, value);
        if (productId.equals(".") || productId.equals("..")) {
            throw new InvalidField(field, productId, NO_FOLDER);
        }
        return productId;
    }
}
