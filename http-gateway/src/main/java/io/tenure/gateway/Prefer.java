package io.tenure.gateway;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** The header by which a client says that it would rather wait (RFC 7240). */
public final class Prefer {

  /** Nobody waits longer, whatever it prefers. */
  public static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

  private Prefer() {}

  /** How long the client would wait; empty if it does not say so in a way that we understand. */
  public static Optional<Duration> waiting(Call call) {
    for (String line : call.headers("Prefer")) {
      for (String preference : line.split(",", -1)) {
        String[] words = preference.split(";", 2)[0].split("=", 2);
        if (words.length == 2 && words[0].strip().equalsIgnoreCase("wait")) {
          return seconds(words[1].strip()); // the first one counts
        }
      }
    }
    return Optional.empty();
  }

  /** For the metrics: a header that cannot be read was refused, and asks for nothing. */
  static boolean asksToWait(Call call) {
    try {
      return waiting(call).isPresent();
    } catch (ProblemException unreadable) {
      return false;
    }
  }

  /** Tells the client for how long its wish was heeded. */
  public static Answer applied(Answer answer, Duration patience) {
    BigDecimal seconds = BigDecimal.valueOf(patience.toMillis(), 3).stripTrailingZeros();
    return answer.with("Preference-Applied", "wait=" + seconds.toPlainString());
  }

  private static Optional<Duration> seconds(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    String number = quoted ? value.substring(1, value.length() - 1) : value;
    if (!SECONDS.matcher(number).matches()) {
      return Optional.empty();
    }
    Duration asked = Duration.ofMillis(new BigDecimal(number).movePointRight(3).longValue());
    return Optional.of(asked.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : asked);
  }
}
