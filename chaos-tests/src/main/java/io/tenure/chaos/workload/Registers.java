package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.workload.Client.Subject;
import java.util.HashMap;
import java.util.Map;

/**
 * The things that the leases protect: one register per key, which lives in the harness and takes a
 * write only if its token is not smaller than the largest that it has seen. Thread-safe.
 */
final class Registers {

  private final Map<Subject, Long> largest = new HashMap<>();
  private long sequence;

  /**
   * What a client believes: that it may write until {@code leftNanos} after it asked.
   *
   * @param asked when the request was sent that was answered with the token
   */
  record Lease(long token, long asked, long leftNanos) {}

  /**
   * Writes, if the client may still believe to hold the lease. The clock is read under the same
   * lock as the register, so a pause of the harness between the two cannot make a holder late.
   */
  synchronized void write(Client client, Subject subject, Lease lease) {
    if (client.clock().nanos() >= lease.asked + lease.leftNanos) {
      return;
    }
    client.record(
        subject,
        "write",
        Map.of(
            Field.TOKEN,
            lease.token,
            Field.ASKED_NANOS,
            lease.asked,
            Field.LEFT_NANOS,
            lease.leftNanos),
        () -> {
          boolean taken = lease.token >= largest.getOrDefault(subject, Long.MIN_VALUE);
          if (taken) {
            largest.put(subject, lease.token);
          }
          return Completed.ok(taken ? Result.TAKEN : Result.REFUSED)
              .with(Field.SEQUENCE, ++sequence);
        });
  }
}
