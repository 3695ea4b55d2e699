package io.tenure.gateway.leases;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.Names;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.SingleHeader;
import io.tenure.kernel.LeaseVersion;
import io.tenure.kernel.Ttl;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The headers by which a client says who it is and what it wants, and learns about a lease. */
final class Headers {

  static final String CLIENT = "X-Quorum-Client-ID";
  static final String IS_YOU = "X-Quorum-Client-Is-You";
  static final String LENGTH = "X-Quorum-Lease-Length";
  static final String ACQUIRED = "X-Quorum-Lease-Acquired";
  static final String EXPIRES = "X-Quorum-Lease-Expires";
  static final String EXPIRES_SECONDS = "X-Quorum-Lease-Expires-Seconds";
  static final String RENEWED = "X-Quorum-Lease-Renewed";
  static final String RENEWALS = "X-Quorum-Lease-Renewals";
  static final String VERSION = "X-Quorum-Lease-Version";
  static final String TOKEN = "X-Quorum-Fencing-Token";

  static final Answer.Header NOT_YOU = new Answer.Header(IS_YOU, "No");

  private static final Answer.Header YOU = new Answer.Header(IS_YOU, "Yes");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}(\\.[0-9]{0,18})?");
  private static final int MOST_DIGITS = 16;
  private static final long LARGEST_VERSION = (1L << 53) - 1;

  /** Ten years: who asks for more has taken seconds for something smaller. */
  private static final BigDecimal LONGEST_SECONDS = BigDecimal.valueOf(10L * 365 * 24 * 60 * 60);

  /** No lease has it, so it proves nothing. */
  private static final LeaseVersion NO_VERSION = new LeaseVersion(0);

  private Headers() {}

  /** Who calls: the peer's address unless it names itself. */
  static String client(Call call) {
    Optional<String> named = SingleHeader.of(call, CLIENT);
    if (named.isEmpty()) {
      return call.peer();
    }
    Names.flaw(named.get())
        .ifPresent(
            flaw -> {
              throw bad(CLIENT + " " + flaw);
            });
    return named.get();
  }

  /** For how long the client wants the lease, if it says so. */
  static Optional<Ttl> length(Call call) {
    return SingleHeader.of(call, LENGTH).map(Headers::parseLength);
  }

  private static Ttl parseLength(String text) {
    BigDecimal seconds = NUMBER.matcher(text).matches() ? new BigDecimal(text) : BigDecimal.ZERO;
    if (seconds.signum() <= 0 || seconds.compareTo(LONGEST_SECONDS) > 0) {
      throw bad(LENGTH + " must be a positive number of seconds, at most " + LONGEST_SECONDS);
    }
    return new Ttl(seconds.movePointRight(6).setScale(0, RoundingMode.CEILING).longValueExact());
  }

  /** The version that the client knows; one that no lease ever has if it knows none. */
  static LeaseVersion version(Call call) {
    String text = SingleHeader.of(call, VERSION).orElse("");
    long value = text.length() <= MOST_DIGITS ? whole(text) : 0;
    return value <= LARGEST_VERSION ? new LeaseVersion(value) : NO_VERSION;
  }

  /** What the digits say; zero if there is anything else, or nothing. */
  private static long whole(String text) {
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return 0;
      }
      value = 10 * value + digit;
    }
    return value;
  }

  /** All that is known of a lease; the list is the caller's to add to. */
  static List<Answer.Header> describe(@Nullable Tenure tenure, String client) {
    List<Answer.Header> headers = new ArrayList<>(16);
    if (tenure == null) {
      headers.add(NOT_YOU);
      return headers;
    }
    headers.add(new Answer.Header(CLIENT, tenure.owner()));
    headers.add(tenure.isOwnedBy(client) ? YOU : NOT_YOU);
    if (!tenure.length().isForever()) {
      headers.add(new Answer.Header(LENGTH, Seconds.exact(tenure.length().micros())));
    }
    headers.add(new Answer.Header(ACQUIRED, Seconds.whole(tenure.acquired())));
    tenure.expires().ifPresent(at -> headers.add(new Answer.Header(EXPIRES, Seconds.whole(at))));
    tenure
        .remaining()
        .ifPresent(left -> headers.add(new Answer.Header(EXPIRES_SECONDS, Seconds.whole(left))));
    headers.add(new Answer.Header(RENEWED, Seconds.whole(tenure.renewed())));
    headers.add(new Answer.Header(RENEWALS, Integer.toString(tenure.renewals())));
    headers.add(new Answer.Header(VERSION, Long.toString(tenure.version())));
    headers.add(new Answer.Header(TOKEN, Long.toString(tenure.token())));
    return headers;
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(400, "bad-header", detail));
  }
}
