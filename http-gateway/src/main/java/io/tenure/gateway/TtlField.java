package io.tenure.gateway;

import io.tenure.gateway.json.JsonObjectReader;
import io.tenure.gateway.json.JsonObjectReader.Kind;
import io.tenure.kernel.Ttl;
import org.jspecify.annotations.Nullable;

/** Seconds in a body as a {@link Ttl}. */
public final class TtlField {

  /** Ten years: who asks for more has taken seconds for something smaller. */
  public static final long MOST_SECONDS = 10L * 365 * 24 * 60 * 60;

  private static final double MICROS_PER_SECOND = 1e6;

  private TtlField() {}

  /** The ttl of the field at which the reader is; null, and a complaint, if it is none. */
  public static @Nullable Ttl read(JsonObjectReader json, Complaints complaints) {
    return read(json, "ttl", complaints);
  }

  /** The same for a field that complaints call by another name. */
  public static @Nullable Ttl read(JsonObjectReader json, String name, Complaints complaints) {
    if (json.kind() == Kind.NUMBER) {
      double seconds = json.number();
      if (seconds >= 0 && seconds <= MOST_SECONDS) {
        return rounded(seconds);
      }
      complaints.add(
          name,
          seconds < 0
              ? "must not be negative"
              : "is absurd; it must be seconds, at most " + MOST_SECONDS);
    } else {
      complaints.add(name, "must be a finite number of seconds, not " + json.kind());
    }
    return null;
  }

  /** To the nearest microsecond, but only zero is zero. */
  private static Ttl rounded(double seconds) {
    long micros = Math.round(seconds * MICROS_PER_SECOND);
    return new Ttl(micros == 0 && seconds > 0 ? 1 : micros);
  }
}
