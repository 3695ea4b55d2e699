package io.tenure.client.transport;

import java.util.concurrent.CompletableFuture;

/** Carries requests to a cluster. */
public interface Transport extends AutoCloseable {

  /**
   * Sends a request to one node after the other until one gives an answer that is not 5xx, each at
   * most once. The future never fails: it has the last answer, or {@link NoAnswer}. To cancel it
   * gives up the waiting, not what the request does.
   */
  CompletableFuture<SendResult> send(ApiRequest request);

  @Override
  void close();
}
