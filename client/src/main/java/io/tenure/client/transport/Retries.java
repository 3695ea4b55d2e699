package io.tenure.client.transport;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sends a request, the same each time, until there is a final answer or the time is over: the one
 * rule by which the library's single calls and the command line try again.
 *
 * @param patience how long it goes on while no node gives a final answer
 * @param endsWhenRefused whether it ends at once when every node refuses the connection
 */
public record Retries(HttpTransport transport, Duration patience, boolean endsWhenRefused) {

  private static final long FIRST_PAUSE_MILLIS = 30;
  private static final long LONGEST_PAUSE_MILLIS = 500;

  /** The final answer, or the last that there was; never fails. */
  public CompletableFuture<SendResult> send(ApiRequest request) {
    CompletableFuture<SendResult> result = new CompletableFuture<>();
    long end = System.nanoTime() + patience.plus(request.waiting()).toNanos();
    attempt(request, FIRST_PAUSE_MILLIS, end, result);
    return result;
  }

  private void attempt(
      ApiRequest request, long pauseMillis, long end, CompletableFuture<SendResult> result) {
    transport
        .send(request)
        .thenAccept(
            reply -> {
              if (result.isDone()) {
                return;
              }
              boolean late = System.nanoTime() - end >= 0;
              if (isFinal(reply) || late) {
                result.complete(reply);
              } else {
                long next = Math.min(LONGEST_PAUSE_MILLIS, 2 * pauseMillis);
                CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS)
                    .execute(() -> attempt(request, next, end, result));
              }
            });
  }

  private boolean isFinal(SendResult reply) {
    return reply instanceof HttpAnswer answer && !HttpTransport.isTransient(answer.status())
        || reply instanceof NoAnswer none && none.refused() && endsWhenRefused;
  }
}
