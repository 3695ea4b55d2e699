package io.tenure.client.cli;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * What is asked, however often and of whichever node.
 *
 * @param path with its query
 * @param hold how long the node may wait with its answer until there is something to tell
 * @param key makes a write that is repeated count once
 */
record Question(
    String method, String path, Optional<byte[]> body, Duration hold, Optional<String> key) {

  static Question get(String path) {
    return new Question("GET", path, Optional.empty(), Duration.ZERO, Optional.empty());
  }

  /** A POST or PUT; PATCH is beyond the JDK's small HTTP client, and PUT does the same here. */
  static Question write(String method, String path, String json) {
    return write(method, path, json, Optional.of(UUID.randomUUID().toString()));
  }

  /** A write that may be carried out any number of times, such as a renewal: it needs no key. */
  static Question repeatable(String method, String path, String json) {
    return write(method, path, json, Optional.empty());
  }

  private static Question write(String method, String path, String json, Optional<String> key) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    return new Question(method, path, Optional.of(body), Duration.ZERO, key);
  }

  Question waiting(Duration longest) {
    return new Question(method, path, body, longest, key);
  }
}
