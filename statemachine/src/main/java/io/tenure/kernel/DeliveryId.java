package io.tenure.kernel;

/**
 * Tells a request that a node sends again from a new one. A node that does not learn what became of
 * a request, because the leader fell silent, sends it to the next leader under the same id; it is
 * carried out once.
 *
 * @param sender a number that no other start of any node has
 * @param number counts the requests of that sender
 */
public record DeliveryId(long sender, long number) {}
