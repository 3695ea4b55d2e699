package io.tenure.gateway.locket;

import io.grpc.Context;
import io.grpc.Deadline;
import io.tenure.service.Caller;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * How the calls of one server are received.
 *
 * @param home where the answer to a call is delivered that is being received
 * @param patienceNanos how long a call without a deadline is held
 * @param closing whether the server is about to end
 */
record CallTerms(
    Supplier<Executor> home,
    long patienceNanos,
    BooleanSupplier closing,
    LocketObserver observer,
    LocketGuard guard) {

  /** However long a caller would wait, it hears by then that there is no quorum. */
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** An answer must be under way before the caller's deadline to arrive before it. */
  private static final long TRAVEL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final int TRAVEL_SHARE = 10;

  /** Insists on an answer for the call whose context this thread is in. */
  RetryUntilDeadline retries(BooleanSupplier settled) {
    long deadline = System.nanoTime() + heldNanos();
    return new RetryUntilDeadline(
        new Caller(home.get(), deadline), () -> settled.getAsBoolean() || closing.getAsBoolean());
  }

  private long heldNanos() {
    Deadline deadline = Context.current().getDeadline();
    if (deadline == null) {
      return patienceNanos;
    }
    long left = Math.min(LONGEST_NANOS, Math.max(0, deadline.timeRemaining(TimeUnit.NANOSECONDS)));
    return left - Math.min(left / TRAVEL_SHARE, TRAVEL_NANOS);
  }
}
