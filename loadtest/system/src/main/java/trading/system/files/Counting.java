package trading.system.files;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** Counts the bytes of a body, and keeps none of them. */
final class Counting implements BodySubscriber<Long> {

    private final CompletableFuture<Long> counted = new CompletableFuture<>();
    private long bytes;

    @Override
    public CompletionStage<Long> getBody() {
        return counted;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        for (ByteBuffer piece : pieces) {
            bytes += piece.remaining();
        }
    }

    @Override
    public void onError(Throwable failure) {
        counted.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        counted.complete(bytes);
    }
}
