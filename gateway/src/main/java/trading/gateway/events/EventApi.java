package trading.gateway.events;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.http.MediaType;
import trading.gateway.openapi.Fails;
import trading.gateway.openapi.Fields;
import trading.gateway.openapi.Fields.UserId;

/** What the description of the API says of events. */
final class EventApi {

    private static final String AN_ID = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    private EventApi() {}

    /** {@code GET /events}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Operation(tags = "Orders", responses = @ApiResponse(responseCode = "200", description = "Server-sent events, without an end: `OPEN`, `PURCHASE`, `SALE`, `EXPIRED`, `CANCELLED` or `REJECTED`, `MISSED` for records that cannot be read any more, and `BEHIND` last, for a client that reads too slowly.", content = @Content(mediaType = MediaType.TEXT_EVENT_STREAM_VALUE, schema = @Schema(type = "string"), examples = @ExampleObject(name = "purchase", value = "id:"
            + AN_ID + "\nevent:PURCHASE\ndata:{\"type\":\"PURCHASE\",\"orderId\":\"" + Fields.AN_ORDER_ID
            + "\",\"productId\":\"apple\",\"tradeId\":1,\"price\":\"1.20\",\"quantity\":3,\"counterparty\":\"sue\",\"remaining\":0,\"time\":\"2026-11-22T03:21:12.943Z\"}\n\n"))))
    @UserId
    @Parameter(name = "Last-Event-ID", in = ParameterIn.HEADER, description = "The id that came last on a stream of any gateway: this one goes on there. Without it, from now on.", schema = @Schema(type = "string", pattern = "^([A-Za-z0-9_-]{64,960})?$"))
    @Fails({"events-unavailable", "forbidden"})
    @interface Stream {}
}
