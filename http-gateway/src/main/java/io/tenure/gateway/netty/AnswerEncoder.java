package io.tenure.gateway.netty;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.tenure.gateway.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes the heads of answers. It belongs to one event loop and is not safe for use by others.
 *
 * <p>Values may hold what a client sent: control characters become spaces, so that no value can end
 * its line. What is not ASCII is written as UTF-8.
 */
final class AnswerEncoder {

  static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  /** No answer may be kept: a lease that was held is not, and nobody's bytes are a page. */
  private static final String AFTER_REASON =
      "\r\nServer: Tenure\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nDate: ";

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
  private static final int STATUSES = 600;

  /** What stands before the headers of all answers of a status and a reason phrase. */
  private record Beginning(String phrase, byte[] bytes) {}

  /** Of the answers with the ordinary phrase of their status. */
  private final @Nullable Beginning[] ordinary = new Beginning[STATUSES];

  /** Of those with a phrase of their dialect's: the last one of each status. */
  private final @Nullable Beginning[] special = new Beginning[STATUSES];

  private byte[] line = new byte[1024];
  private int size;
  private long dateSecond = Long.MIN_VALUE;
  private byte[] date = new byte[0];

  /** Appends the head of an answer to the output; the connection ends with it if it is the last. */
  void encodeHead(Answer answer, Exchange exchange, ByteBuf output) {
    size = 0;
    put(beginning(answer.status(), answer.reason()));
    put(date());
    for (Answer.Header header : answer.headers()) {
      putLiteral("\r\n");
      putLiteral(header.name());
      putLiteral(": ");
      put(header.value());
    }
    putLength(answer, exchange);
    if (exchange.isLast()) {
      putLiteral("\r\nConnection: close");
    } else if (exchange.http10()) {
      putLiteral("\r\nConnection: keep-alive");
    }
    putLiteral("\r\n\r\n");
    output.writeBytes(line, 0, size);
  }

  /** Whether an answer of this status never has a body. */
  static boolean isBodiless(int status) {
    return status == 204 || status == 304 || status < 200;
  }

  private void putLength(Answer answer, Exchange exchange) {
    if (answer.stream() != null) {
      putLiteral(exchange.http10() ? "" : "\r\nTransfer-Encoding: chunked");
      return;
    }
    boolean unknown = exchange.bodiless() && answer.body().length == 0;
    if (!isBodiless(answer.status()) && !unknown) {
      putLiteral("\r\nContent-Length: ");
      putLiteral(Integer.toString(answer.body().length));
    }
  }

  private byte[] beginning(int status, @Nullable String reason) {
    Beginning[] beginnings = reason == null ? ordinary : special;
    Beginning known = beginnings[status];
    if (known == null || reason != null && !known.phrase().equals(reason)) {
      String phrase = reason != null ? reason : HttpResponseStatus.valueOf(status).reasonPhrase();
      String safe = CONTROL.matcher(phrase).replaceAll(" ");
      String text = "HTTP/1.1 " + status + " " + safe + AFTER_REASON;
      known = new Beginning(phrase, text.getBytes(StandardCharsets.UTF_8));
      beginnings[status] = known;
    }
    return known.bytes();
  }

  private byte[] date() {
    long second = System.currentTimeMillis() / 1000;
    if (second != dateSecond) {
      dateSecond = second;
      date = HTTP_DATE.format(Instant.ofEpochSecond(second)).getBytes(StandardCharsets.US_ASCII);
    }
    return date;
  }

  private void put(byte[] bytes) {
    makeRoom(bytes.length);
    System.arraycopy(bytes, 0, line, size, bytes.length);
    size += bytes.length;
  }

  @SuppressWarnings("deprecation") // it is meant for ASCII, and copies without looking
  private void putLiteral(String ascii) {
    int length = ascii.length();
    makeRoom(length);
    ascii.getBytes(0, length, line, size);
    size += length;
  }

  private void put(String text) {
    int length = text.length();
    makeRoom(length);
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x7f) {
        putUnicode(text.substring(i));
        return;
      }
      line[size++] = (byte) (c < ' ' && c != '\t' ? ' ' : c);
    }
  }

  private void putUnicode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = Ascii.isControl(bytes[i]) && bytes[i] != '\t' ? (byte) ' ' : bytes[i];
    }
    put(bytes);
  }

  private void makeRoom(int more) {
    if (size + more > line.length) {
      line = Arrays.copyOf(line, Math.max(2 * line.length, size + more));
    }
  }
}
