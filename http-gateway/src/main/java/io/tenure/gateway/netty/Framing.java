package io.tenure.gateway.netty;

import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;

/**
 * What a head says of the message it begins. Whatever could be understood in two ways is refused.
 *
 * @param length of a body that is not chunked
 * @param keepAlive whether the client wants to go on with this connection
 * @param awaitsContinue whether the client waits for a sign before it sends the body
 * @param waitSeconds how long the client agrees to wait for the answer
 */
record Framing(
    boolean chunked, long length, boolean keepAlive, boolean awaitsContinue, long waitSeconds) {

  private static final int MAX_LENGTH_DIGITS = 18;

  static Framing of(RequestHead head) {
    checkHost(head);
    boolean chunked = isChunked(head);
    long length = contentLength(head, chunked);
    boolean http10 = head.line().http10();
    boolean keepAlive =
        http10 ? connectionSays(head, "keep-alive") : !connectionSays(head, "close");
    int expect = http10 ? -1 : head.find("Expect", 0);
    boolean awaitsContinue = expect >= 0 && head.valueIs(expect, "100-continue");
    return new Framing(chunked, length, keepAlive, awaitsContinue, PreferredWait.seconds(head));
  }

  boolean hasBody() {
    return chunked || length > 0;
  }

  private static void checkHost(RequestHead head) {
    int at = head.find("Host", 0);
    if (at < 0) {
      if (!head.line().http10()) {
        throw bad("bad-host", "the header Host is missing");
      }
      return;
    }
    if (head.find("Host", at + RequestHead.MARKS) >= 0 || !head.valueIsHost(at)) {
      throw bad("bad-host", "the header Host must be one host with or without a port");
    }
  }

  private static boolean isChunked(RequestHead head) {
    int at = head.find("Transfer-Encoding", 0);
    if (at < 0) {
      return false;
    }
    if (head.line().http10() || head.find("Content-Length", 0) >= 0) {
      throw bad("bad-framing", "Transfer-Encoding goes neither with Content-Length nor HTTP/1.0");
    }
    if (head.find("Transfer-Encoding", at + RequestHead.MARKS) >= 0
        || !head.valueIs(at, "chunked")) {
      throw new ProblemException(
          Problem.of(501, "transfer-encoding", "the only transfer encoding known is chunked"));
    }
    return true;
  }

  private static long contentLength(RequestHead head, boolean chunked) {
    int at = chunked ? -1 : head.find("Content-Length", 0);
    if (at < 0) {
      return 0;
    }
    String digits = head.value(at);
    boolean decimal = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!decimal || head.find("Content-Length", at + RequestHead.MARKS) >= 0) {
      throw bad("bad-framing", "the header Content-Length must be one decimal number");
    }
    return digits.length() > MAX_LENGTH_DIGITS ? Long.MAX_VALUE : Long.parseLong(digits);
  }

  private static boolean connectionSays(RequestHead head, String word) {
    for (int at = head.find("Connection", 0);
        at >= 0;
        at = head.find("Connection", at + RequestHead.MARKS)) {
      if (head.valueIs(at, word)) {
        return true;
      }
      for (String option : head.value(at).split(",", -1)) {
        if (option.strip().equalsIgnoreCase(word)) {
          return true;
        }
      }
    }
    return false;
  }

  private static ProblemException bad(String slug, String detail) {
    return new ProblemException(Problem.of(400, slug, detail));
  }
}
