package io.tenure.client;

import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.HttpTransport;
import io.tenure.client.transport.NoAnswer;
import io.tenure.client.transport.SendResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sends a request, the same each time, until there is a final answer or the time is over. */
record Repeating(HttpTransport transport, Duration patience) {

  private static final long FIRST_PAUSE_MILLIS = 30;
  private static final long LONGEST_PAUSE_MILLIS = 500;

  /** The answer if it is a success; fails with the exception that stands for it if not. */
  CompletableFuture<HttpAnswer> send(ApiRequest request) {
    CompletableFuture<HttpAnswer> result = new CompletableFuture<>();
    long end = System.nanoTime() + patience.plus(request.waiting()).toNanos();
    attempt(request, FIRST_PAUSE_MILLIS, end, result);
    return result;
  }

  private void attempt(
      ApiRequest request, long pauseMillis, long end, CompletableFuture<HttpAnswer> result) {
    transport
        .send(request)
        .thenAccept(
            reply -> {
              if (result.isDone()) {
                return;
              }
              boolean late = System.nanoTime() - end >= 0;
              if (isFinal(reply) || late) {
                finish(reply, result);
              } else {
                long next = Math.min(LONGEST_PAUSE_MILLIS, 2 * pauseMillis);
                CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS)
                    .execute(() -> attempt(request, next, end, result));
              }
            });
  }

  private static boolean isFinal(SendResult reply) {
    return reply instanceof HttpAnswer answer && !HttpTransport.isTransient(answer.status());
  }

  private static void finish(SendResult reply, CompletableFuture<HttpAnswer> result) {
    if (reply instanceof HttpAnswer answer && answer.isSuccess()) {
      result.complete(answer);
    } else if (reply instanceof HttpAnswer answer) {
      result.completeExceptionally(Refusals.of(answer));
    } else if (reply instanceof NoAnswer none) {
      result.completeExceptionally(new UnavailableException(none.reason()));
    }
  }
}
