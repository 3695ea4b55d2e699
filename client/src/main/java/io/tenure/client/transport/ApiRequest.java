package io.tenure.client.transport;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * A request as it is sent, however often and to whichever node.
 *
 * @param path with the query, from the slash after the host on
 * @param key under which a write is carried out once, however often it is sent; the cluster keeps
 *     each for a while and has room for so many, so only writes that need one have it
 * @param waiting how long the node may hold the answer back ({@code Prefer: wait}); zero for not
 * @param lastEvent the event after which a stream of events goes on
 * @param patience how long one node may take, besides {@code waiting}, before another is asked
 */
public record ApiRequest(
    String method,
    String path,
    Optional<String> body,
    Optional<String> key,
    Optional<String> lastEvent,
    Duration waiting,
    Duration patience) {

  public static final Duration PATIENCE = Duration.ofSeconds(3);

  public ApiRequest {
    if (!path.startsWith("/") || path.chars().anyMatch(c -> c < '!' || c > '~')) {
      throw new IllegalArgumentException("not a path: " + path);
    }
  }

  public static ApiRequest get(String path) {
    return new ApiRequest(
        "GET", path, Optional.empty(), Optional.empty(), Optional.empty(), Duration.ZERO, PATIENCE);
  }

  /** A write that must be carried out once: it has a new key. */
  public static ApiRequest write(String method, String path, String body) {
    return write(method, path, body, Optional.of(UUID.randomUUID().toString()));
  }

  /** A write that may be carried out any number of times, such as a renewal: it needs no key. */
  public static ApiRequest repeatable(String method, String path, String body) {
    return write(method, path, body, Optional.empty());
  }

  private static ApiRequest write(String method, String path, String body, Optional<String> key) {
    return new ApiRequest(
        method, path, Optional.of(body), key, Optional.empty(), Duration.ZERO, PATIENCE);
  }

  public ApiRequest withWaiting(Duration longest) {
    return new ApiRequest(method, path, body, key, lastEvent, longest, patience);
  }

  public ApiRequest withPatience(Duration longest) {
    return new ApiRequest(method, path, body, key, lastEvent, waiting, longest);
  }

  public ApiRequest withLastEvent(String id) {
    return new ApiRequest(method, path, body, key, Optional.of(id), waiting, patience);
  }
}
