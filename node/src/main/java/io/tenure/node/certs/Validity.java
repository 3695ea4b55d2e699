package io.tenure.node.certs;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** When a certificate is valid, both ends included; certificates count whole seconds. */
public record Validity(Instant notBefore, Instant notAfter) {

  public Validity {
    notBefore = notBefore.truncatedTo(ChronoUnit.SECONDS);
    notAfter = notAfter.truncatedTo(ChronoUnit.SECONDS);
  }

  /** The clocks of the machines may differ by this much. */
  private static final Duration SKEW = Duration.ofHours(1);

  /** From now on, for all whose clocks are about right. */
  public static Validity from(Instant now, Duration length) {
    return new Validity(now.minus(SKEW), now.plus(length));
  }

  /** This one, as far as it lies within that of the authority. */
  public Validity within(Validity authority) {
    return new Validity(
        notBefore.isBefore(authority.notBefore) ? authority.notBefore : notBefore,
        notAfter.isAfter(authority.notAfter) ? authority.notAfter : notAfter);
  }
}
