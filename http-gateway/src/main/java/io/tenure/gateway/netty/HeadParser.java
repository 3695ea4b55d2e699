package io.tenure.gateway.netty;

import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the head of one request: RFC 9112 without its leniencies. Lines end with CR LF, words are
 * parted by one space, header lines are not folded, and no name is parted from its colon.
 */
final class HeadParser {

  private static final int MAX_METHOD_LENGTH = 32;
  private static final int FIRST_MARKS = 12 * RequestHead.MARKS;

  private final byte[] bytes;
  private int at;
  private String method = "";
  private String rawPath = "";
  private @Nullable String rawQuery;
  private String authority = "";
  private boolean http10;

  HeadParser(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The method, or nothing if parsing ended before. */
  String method() {
    return method;
  }

  /** The path, or nothing if parsing ended before. */
  String rawPath() {
    return rawPath;
  }

  /** Reads method and path as far as they have come; for heads that are refused unread. */
  void readBeginning() {
    while (at < bytes.length && Ascii.isToken(bytes[at])) {
      at++;
    }
    method = text(0, Math.min(at, MAX_METHOD_LENGTH));
    int start = at + 1;
    int end = start;
    while (end < bytes.length && bytes[end] > ' ' && bytes[end] != '?') {
      end++;
    }
    rawPath = start < end ? text(start, end) : "";
  }

  /** Reads the bytes, which must end with an empty line. */
  RequestHead parse(int uriLimit) {
    readMethod();
    int end = at;
    while (end < bytes.length && bytes[end] != ' ' && bytes[end] != '\r') {
      end++;
    }
    if (end - at > uriLimit) {
      readTarget(end);
      throw new ProblemException(uriTooLong(uriLimit));
    }
    readTarget(end);
    readVersion(end);
    RequestHead.Line line = new RequestHead.Line(method, rawPath, rawQuery, authority, http10);
    return readHeaders(line);
  }

  static Problem uriTooLong(int uriLimit) {
    return Problem.of(414, "uri-too-long", "a URI may have " + uriLimit + " bytes");
  }

  private void readMethod() {
    int start = at;
    while (at < bytes.length && Ascii.isToken(bytes[at])) {
      at++;
    }
    int length = at - start;
    if (length == 0 || length > MAX_METHOD_LENGTH || at == bytes.length || bytes[at] != ' ') {
      throw bad("bad-request-line", "the request does not begin with a method and a space");
    }
    method = methodName(start, length);
    at++;
  }

  /** The usual methods need no new string. */
  private String methodName(int start, int length) {
    String known =
        switch (bytes[start]) {
          case 'G' -> "GET";
          case 'H' -> "HEAD";
          case 'D' -> "DELETE";
          case 'P' -> length == 3 ? "PUT" : length == 4 ? "POST" : "PATCH";
          default -> "OPTIONS";
        };
    return known.length() == length && same(start, known) ? known : text(start, start + length);
  }

  private void readTarget(int end) {
    if (at == end) {
      throw bad("bad-request-line", "the request has no URI");
    }
    int start = bytes[at] == '/' ? at : pathAfterAuthority(end);
    int question = start;
    while (question < end && bytes[question] != '?') {
      question++;
    }
    rawPath = start == question ? "/" : uriText(start, question);
    rawQuery = question == end ? null : uriText(question + 1, end);
    at = end;
  }

  /** Where the path is in {@code http://host/path} and in the {@code *} of OPTIONS. */
  private int pathAfterAuthority(int end) {
    if (end - at == 1 && bytes[at] == '*' && method.equals("OPTIONS")) {
      return at;
    }
    int scheme = schemeLength(end);
    int start = at + scheme;
    int hostEnd = start;
    while (hostEnd < end && Ascii.isHost(bytes[hostEnd])) {
      hostEnd++;
    }
    if (scheme == 0 || hostEnd == start || !isPathStart(hostEnd, end)) {
      throw bad("bad-request-line", "the URI is neither a path nor an http address");
    }
    authority = text(start, hostEnd);
    return hostEnd;
  }

  private boolean isPathStart(int place, int end) {
    return place == end || bytes[place] == '/' || bytes[place] == '?';
  }

  private int schemeLength(int end) {
    if (startsWith("http://", end)) {
      return 7;
    }
    return startsWith("https://", end) ? 8 : 0;
  }

  private boolean startsWith(String word, int end) {
    return end - at >= word.length() && same(at, word);
  }

  /** A part of the URI. Clients that forget to encode what is not ASCII are helped. */
  private String uriText(int from, int to) {
    boolean plain = true;
    for (int i = from; i < to; i++) {
      if (bytes[i] == '#' || Ascii.isControl(bytes[i])) {
        rawPath = rawPath.isEmpty() ? text(from, i) : rawPath;
        throw bad("bad-request-line", "a URI may not hold control characters or a fragment");
      }
      plain &= bytes[i] >= 0;
    }
    return plain ? text(from, to) : percentEncoded(from, to);
  }

  private String percentEncoded(int from, int to) {
    StringBuilder encoded = new StringBuilder(to - from + 32);
    for (int i = from; i < to; i++) {
      if (bytes[i] >= 0) {
        encoded.append((char) bytes[i]);
      } else {
        encoded.append('%').append(Integer.toHexString(bytes[i] & 0xff));
      }
    }
    return encoded.toString();
  }

  private void readVersion(int from) {
    String version = " HTTP/1.";
    int digit = from + version.length();
    if (bytes.length < digit + 3 || !same(from, " HTTP/")) {
      throw bad("bad-request-line", "the request's line does not end with the version of HTTP");
    }
    if (!same(from, version) || (bytes[digit] != '0' && bytes[digit] != '1')) {
      throw new ProblemException(
          Problem.of(505, "http-version", "only HTTP/1.1 and HTTP/1.0 are spoken here"));
    }
    http10 = bytes[digit] == '0';
    at = digit + 1;
    readLineEnd();
  }

  private RequestHead readHeaders(RequestHead.Line line) {
    int[] marks = new int[FIRST_MARKS];
    int end = 0;
    while (bytes[at] != '\r' && bytes[at] != '\n') {
      if (end == marks.length) {
        marks = Arrays.copyOf(marks, 2 * end);
      }
      readHeader(marks, end);
      end += RequestHead.MARKS;
    }
    readLineEnd();
    return new RequestHead(line, bytes, marks, end);
  }

  private void readHeader(int[] marks, int mark) {
    marks[mark] = at;
    while (Ascii.isToken(bytes[at])) {
      at++;
    }
    marks[mark + 1] = at;
    if (at == marks[mark] || bytes[at] != ':') {
      throw bad("bad-header", "a header's name has a character that it may not have");
    }
    at++;
    while (Ascii.isBlank(bytes[at])) {
      at++;
    }
    marks[mark + 2] = at;
    while (!Ascii.isControl(bytes[at]) || bytes[at] == '\t') {
      at++;
    }
    int end = at;
    while (end > marks[mark + 2] && Ascii.isBlank(bytes[end - 1])) {
      end--;
    }
    marks[mark + 3] = end;
    readLineEnd();
  }

  private void readLineEnd() {
    if (bytes[at] != '\r' || bytes[at + 1] != '\n') {
      throw bad("bad-header", "a line has a control character or does not end with CR LF");
    }
    at += 2;
  }

  private boolean same(int from, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (bytes[from + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private static ProblemException bad(String slug, String detail) {
    return new ProblemException(Problem.of(400, slug, detail));
  }
}
