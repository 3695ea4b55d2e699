package io.tenure.client.machine;

import io.tenure.client.transport.SendResult;
import java.time.Duration;
import java.util.function.BiConsumer;

/**
 * A renewal to be sent, alone or together with others.
 *
 * @param done given the answer for this claim, and the moment from which its lease counts
 */
record RenewalOrder(long id, Duration ttl, BiConsumer<SendResult, ClockReading> done) {}
