package io.tenure.gateway.locks;

import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.json.JsonObjectReader;
import io.tenure.gateway.json.JsonObjectReader.Kind;
import io.tenure.gateway.json.MalformedJsonException;
import io.tenure.kernel.LeaseVersion;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import java.nio.charset.StandardCharsets;

/**
 * What a body says. Whether it can be read at all is told before whether it makes sense: the one is
 * 400, the other 422. A field that is null is a field that is missing, and others are ignored.
 *
 * @param key empty if there is none
 * @param ttlSeconds zero if there is none
 * @param generation zero if there is none
 */
record LockBody(String key, long ttlSeconds, long generation) {

  private static final String PREFIX = "locks/";
  private static final int LONGEST_KEY = 255;
  private static final long MOST_TTL_SECONDS = Ttl.FOREVER.micros() / 1_000_000;
  private static final long LARGEST_GENERATION = (1L << 53) - 1;

  /** No lease has it, so it proves nothing. */
  private static final LeaseVersion NO_VERSION = new LeaseVersion(0);

  /** Reads a body whatever its content type, as everything that is sent here must be JSON. */
  static LockBody read(byte[] body) {
    try (JsonObjectReader json = JsonObjectReader.open(TrailingCommas.blank(body))) {
      String key = "";
      long ttlSeconds = 0;
      long generation = 0;
      while (json.next()) {
        switch (json.name()) {
          case "key" -> key = string(json);
          case "ttl" -> ttlSeconds = integer(json);
          case "generation" -> generation = integer(json);
          default -> ignore(json);
        }
      }
      return new LockBody(key, ttlSeconds, generation);
    } catch (MalformedJsonException e) {
      throw new ProblemException(Problem.of(400, "bad-body", String.valueOf(e.getMessage())));
    }
  }

  /** The lock of that key in the cluster's one space of names. */
  static ResourceKey resource(String key) {
    if (key.isEmpty() || key.length() > LONGEST_KEY || !isPlain(key)) {
      throw unprocessable("key must be 1 to 255 letters, digits, dots, dashes and underscores");
    }
    return new ResourceKey(PREFIX + key);
  }

  private static boolean isPlain(String key) {
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (!isAlphanumeric(c) && c != '_' && c != '.' && c != '-') {
        return false;
      }
    }
    return true;
  }

  private static boolean isAlphanumeric(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
  }

  static String prefix() {
    return PREFIX;
  }

  /** Negative is for ever; so is what would outlast the cluster's clock. */
  Ttl ttl() {
    return ttlSeconds < 0 || ttlSeconds > MOST_TTL_SECONDS
        ? Ttl.FOREVER
        : Ttl.ofSeconds(ttlSeconds);
  }

  LeaseVersion version() {
    if (generation < 1) {
      throw unprocessable("generation must be there, and at least 1");
    }
    return generation > LARGEST_GENERATION ? NO_VERSION : new LeaseVersion(generation);
  }

  private static String string(JsonObjectReader json) {
    return switch (json.kind()) {
      case STRING -> json.string();
      case NULL -> "";
      default -> throw wrongType(json, "a string");
    };
  }

  private static long integer(JsonObjectReader json) {
    if (json.kind() == Kind.NULL) {
      return 0;
    }
    if (json.kind() != Kind.NUMBER || !json.isInteger()) {
      throw wrongType(json, "an integer");
    }
    try {
      return Long.parseLong(new String(json.raw(), StandardCharsets.US_ASCII));
    } catch (NumberFormatException e) {
      throw wrongType(json, "an integer of 64 bits");
    }
  }

  private static void ignore(JsonObjectReader json) {
    if (json.kind() == Kind.NOT_FINITE) {
      throw wrongType(json, "JSON");
    }
  }

  private static ProblemException wrongType(JsonObjectReader json, String right) {
    return new ProblemException(
        Problem.of(400, "wrong-type", json.name() + " must be " + right + ", not " + json.kind()));
  }

  private static ProblemException unprocessable(String detail) {
    return new ProblemException(Problem.of(422, "unprocessable", detail));
  }
}
