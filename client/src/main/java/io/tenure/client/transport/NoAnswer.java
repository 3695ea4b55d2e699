package io.tenure.client.transport;

/**
 * No node answered; the request may have been carried out all the same.
 *
 * @param reason what went wrong at the node that was asked last
 */
public record NoAnswer(String reason) implements SendResult {}
