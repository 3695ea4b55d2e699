package io.tenure.client.transport;

/**
 * No node answered; the request may have been carried out all the same.
 *
 * @param reason what went wrong at the node that was asked last
 * @param refused whether no node that was asked took the connection, so that nothing was sent
 */
public record NoAnswer(String reason, boolean refused) implements SendResult {

  public NoAnswer(String reason) {
    this(reason, false);
  }
}
