package io.tenure.client.transport;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/**
 * An answer of a node.
 *
 * @param headers with names in lower case; of several with one name the first
 * @param sentOnce whether the request was sent to no other node before; if it was, that one may
 *     still carry it out
 */
public record HttpAnswer(int status, Map<String, String> headers, String body, boolean sentOnce)
    implements SendResult {

  public HttpAnswer {
    headers = Map.copyOf(headers);
  }

  public static HttpAnswer of(int status, String body) {
    return new HttpAnswer(status, Map.of(), body, true);
  }

  /** The same, to a request that was sent to another node before. */
  public HttpAnswer sentBefore() {
    return new HttpAnswer(status, headers, body, false);
  }

  /** A header by its name in lower case. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  /** The body as JSON; an empty object if it is none. */
  public JsonNode json() {
    return Json.read(body);
  }

  public boolean isSuccess() {
    return status >= 200 && status < 300;
  }
}
