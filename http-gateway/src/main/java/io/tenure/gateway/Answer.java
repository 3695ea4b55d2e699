package io.tenure.gateway;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What goes back over the wire. The length and the connection's own headers are the server's
 * business, and so is leaving out the body where the method or the status demands it.
 *
 * @param reason the reason phrase; null for the ordinary one of the status
 * @param stream what follows in place of the body, and ends the connection; null for nearly all
 */
public record Answer(
    int status,
    @Nullable String reason,
    List<Header> headers,
    byte[] body,
    @Nullable BodyStream stream) {

  /** One header line. */
  public record Header(String name, String value) {}

  public static final String JSON = "application/json";
  public static final String PROBLEM_JSON = "application/problem+json";
  public static final String TEXT = "text/plain; charset=utf-8";

  private static final byte[] EMPTY = new byte[0];

  public Answer(int status, @Nullable String reason, List<Header> headers, byte[] body) {
    this(status, reason, headers, body, null);
  }

  public static Answer empty(int status) {
    return new Answer(status, null, List.of(), EMPTY);
  }

  public static Answer of(int status, String contentType, byte[] body) {
    return new Answer(status, null, List.of(new Header("Content-Type", contentType)), body);
  }

  public static Answer text(int status, String text) {
    return of(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  public static Answer streaming(int status, String contentType, BodyStream stream) {
    Header type = new Header("Content-Type", contentType);
    return new Answer(status, null, List.of(type), EMPTY, stream);
  }

  public Answer with(String name, String value) {
    List<Header> more = new ArrayList<>(headers.size() + 1);
    more.addAll(headers);
    more.add(new Header(name, value));
    return new Answer(status, reason, more, body, stream);
  }

  public Answer withReason(String phrase) {
    return new Answer(status, phrase, headers, body, stream);
  }

  public Optional<String> header(String name) {
    return headers.stream()
        .filter(header -> header.name().equalsIgnoreCase(name))
        .map(Header::value)
        .findFirst();
  }
}
