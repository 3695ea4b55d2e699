package io.tenure.client.machine;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What is believed about the lease of one claim, by all threads alike. It goes from nothing to held
 * to over, and never back: whoever looks first after the end of the lease ends the belief, and a
 * renewal that comes after that is not believed.
 */
final class Holding {

  private enum Phase {
    NOTHING,
    HELD,
    OVER
  }

  private record Belief(
      Phase phase, OptionalLong token, Optional<BelievedLease> lease, Optional<Loss> loss) {}

  private static final Belief NOTHING =
      new Belief(Phase.NOTHING, OptionalLong.empty(), Optional.empty(), Optional.empty());

  private final Clock clock;
  private final AtomicReference<Belief> belief = new AtomicReference<>(NOTHING);

  Holding(Clock clock) {
    this.clock = clock;
  }

  void grant(long token, BelievedLease lease) {
    Belief held =
        new Belief(Phase.HELD, OptionalLong.of(token), Optional.of(lease), Optional.empty());
    belief.compareAndSet(NOTHING, held);
  }

  /** Believes in another lease; false if the one before was over already. */
  boolean renew(BelievedLease lease) {
    while (isHeld()) {
      Belief old = current();
      Belief renewed = new Belief(Phase.HELD, old.token(), Optional.of(lease), Optional.empty());
      if (old.phase() == Phase.HELD && belief.compareAndSet(old, renewed)) {
        return true;
      }
    }
    return false;
  }

  /**
   * A renewal for {@code ttl} is about to be sent. It may be carried out without our ever hearing
   * of it, so if it makes the lease shorter, that is believed from now on.
   */
  void expectAtMost(BelievedLease asked) {
    ClockReading now = clock.now();
    Optional<BelievedLease> believed = current().lease();
    if (believed.isPresent() && asked.remaining(now).compareTo(believed.get().remaining(now)) < 0) {
      renew(asked);
    }
  }

  /** The client gives it up: from now on it is not held, and not lost either. */
  void end() {
    Belief old = current();
    while (old.phase() == Phase.HELD) {
      Belief over = new Belief(Phase.OVER, old.token(), old.lease(), Optional.empty());
      if (belief.compareAndSet(old, over)) {
        return;
      }
      old = current();
    }
  }

  /** It is not held any more, for this reason if there was none before. */
  void lose(Loss loss) {
    Belief old = current();
    while (old.phase() == Phase.HELD) {
      Belief over = new Belief(Phase.OVER, old.token(), old.lease(), Optional.of(loss));
      if (belief.compareAndSet(old, over)) {
        return;
      }
      old = current();
    }
  }

  boolean isHeld() {
    Belief seen = current();
    while (seen.phase() == Phase.HELD) {
      Optional<Loss.Reason> reason = seen.lease().flatMap(lease -> lease.over(clock.now()));
      if (reason.isEmpty()) {
        return true;
      }
      Loss loss = new Loss(reason.get(), words(reason.get()));
      Belief over = new Belief(Phase.OVER, seen.token(), seen.lease(), Optional.of(loss));
      if (belief.compareAndSet(seen, over)) {
        return false;
      }
      seen = current();
    }
    return false;
  }

  /** Why it was lost, if it was. */
  Optional<Loss> loss() {
    return isHeld() ? Optional.empty() : current().loss();
  }

  /** Whether it was ever held. */
  boolean wasGranted() {
    return current().phase() != Phase.NOTHING;
  }

  OptionalLong token() {
    return current().token();
  }

  Optional<BelievedLease> lease() {
    return current().lease();
  }

  Duration remaining() {
    return isHeld()
        ? current().lease().map(lease -> lease.remaining(clock.now())).orElse(Duration.ZERO)
        : Duration.ZERO;
  }

  private Belief current() {
    return Objects.requireNonNull(belief.get());
  }

  private static String words(Loss.Reason reason) {
    return reason == Loss.Reason.SUSPENDED
        ? "the wall clock went ahead of the monotonic one, as after a suspension of this machine"
        : "its time is over by this machine's clock, and no renewal was confirmed";
  }
}
