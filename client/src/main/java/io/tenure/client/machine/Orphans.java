package io.tenure.client.machine;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.HttpTransport;
import io.tenure.client.transport.SendResult;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Ends claims whose POST was given up before its answer came. The POST is sent again under its key,
 * which tells the id of the claim that it has made, or makes it now; then that claim is aborted. On
 * the loop.
 */
final class Orphans {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Host host;
  private final BiConsumer<ApiRequest, Consumer<SendResult>> send;
  private final Set<CompletableFuture<Void>> open = ConcurrentHashMap.newKeySet();

  Orphans(Host host, BiConsumer<ApiRequest, Consumer<SendResult>> send) {
    this.host = host;
    this.send = send;
  }

  /** One for each that is being dealt with; any thread may ask. */
  List<CompletableFuture<Void>> open() {
    return List.copyOf(open);
  }

  void abandon(ApiRequest post) {
    CompletableFuture<Void> settled = new CompletableFuture<>();
    open.add(settled);
    settled.thenRun(() -> open.remove(settled));
    new Sweep(host.clock().nanos() + PATIENCE.toNanos(), settled).begin(post);
  }

  private final class Sweep {
    private final long end;
    private final CompletableFuture<Void> settled;

    Sweep(long end, CompletableFuture<Void> settled) {
      this.end = end;
      this.settled = settled;
    }

    void begin(ApiRequest post) {
      persist(post, 1, this::abort);
    }

    private void abort(HttpAnswer filed) {
      JsonNode id = filed.json().path("id");
      if (!filed.isSuccess() || !id.isIntegralNumber()) {
        settled.complete(null);
        return;
      }
      String version = host.tuning().apiVersion();
      ApiRequest abort = ClaimWire.end(version, id.asLong(), "aborted", PATIENCE);
      persist(abort, 1, answer -> settled.complete(null));
    }

    /** Sends it until there is a final answer, or the time is over. */
    private void persist(ApiRequest request, int attempt, Consumer<HttpAnswer> done) {
      send.accept(
          request,
          reply -> {
            if (reply instanceof HttpAnswer answer && !HttpTransport.isTransient(answer.status())) {
              done.accept(answer);
            } else if (host.clock().nanos() - end >= 0) {
              settled.complete(null);
            } else {
              Duration delay = host.tuning().retries().abort().delay(attempt, host.chance());
              host.timers().start(delay, () -> persist(request, attempt + 1, done));
            }
          });
    }
  }
}
