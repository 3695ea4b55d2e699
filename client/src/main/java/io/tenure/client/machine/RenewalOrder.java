package io.tenure.client.machine;

import io.tenure.client.transport.Reply;
import io.tenure.client.transport.Request;
import java.time.Duration;
import java.util.function.BiConsumer;

/**
 * A renewal to be sent.
 *
 * @param alone the same as a request of its own
 * @param firstSent when {@code alone} was sent for the first time
 * @param done given the answer for this claim, and the moment from which its lease counts
 */
record RenewalOrder(
    long id, Duration ttl, Request alone, Moment firstSent, BiConsumer<Reply, Moment> done) {}
