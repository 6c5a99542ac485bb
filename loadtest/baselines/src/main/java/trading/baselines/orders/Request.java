package trading.baselines.orders;

import org.jspecify.annotations.Nullable;

/** A request, whatever server took it. */
public interface Request {

    /** {@code GET}, {@code POST} and so on. */
    String method();

    /** Decoded, without the query. */
    String path();

    /** A parameter of the query, decoded; {@code null} when it is missing. */
    @Nullable
    String parameter(String name);

    /** Empty when there is none. */
    byte[] body();
}
