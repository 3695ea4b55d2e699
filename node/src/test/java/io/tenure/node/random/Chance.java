package io.tenure.node.random;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** Draws what requests are made of: mostly plausible, often wrong, sometimes absurd. */
final class Chance {

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "-1",
          "1",
          "2",
          "7",
          "0.5",
          "1e3",
          "1e-9",
          "1e400",
          "-1e400",
          "00",
          "01",
          "+1",
          "1.",
          ".5",
          "0x10",
          "NaN",
          "Infinity",
          "9007199254740991",
          "9007199254740993",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775809",
          "99999999999999999999999999999999",
          "1_000",
          "\u0661",
          "1 ",
          "");

  private static final List<String> SEGMENTS =
      List.of(
          "a",
          "b-1",
          "..",
          ".",
          "%2e%2e",
          "%2F",
          "%00",
          "%zz",
          "%",
          "%4",
          "%C3%28",
          "%FF",
          "%0d%0a",
          "%E2%82%AC",
          "a%20b",
          "a+b",
          "a;b",
          "a,b",
          "a&b",
          "a=b",
          "~",
          "$",
          "*",
          "<script>",
          "'\"",
          "leases",
          "lease",
          "list",
          "locks",
          "claims",
          "cluster",
          "health",
          "events",
          "resources",
          "\u00ff\u00fe",
          "x".repeat(300));

  private final SplittableRandom random;

  Chance(SplittableRandom random) {
    this.random = random;
  }

  /** True once in so many times. */
  boolean once(int times) {
    return random.nextInt(times) == 0;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  @SafeVarargs
  final <T> T one(T... of) {
    return of[random.nextInt(of.length)];
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** What should be a number. */
  String number() {
    return once(3) ? Integer.toString(random.nextInt(100)) : one(NUMBERS);
  }

  /** What should be a name without anything special. */
  String name() {
    return "fuzz-" + random.nextInt(60);
  }

  /** A part of a path. */
  String segment() {
    return once(2) ? name() : one(SEGMENTS);
  }

  /** Any bytes, one character each. */
  String noise(int most) {
    byte[] bytes = new byte[random.nextInt(most + 1)];
    random.nextBytes(bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Visible characters that cannot end a header's line. */
  String headerValue() {
    return switch (below(6)) {
      case 0 -> "";
      case 1 -> number();
      case 2 -> name();
      case 3 -> "\u00e9\u00ff \t" + name();
      case 4 -> "y".repeat(below(600));
      default -> noise(40).replaceAll("[\r\n]", "-");
    };
  }

  /** A JSON value, or nearly. */
  String json(int depth) {
    return switch (below(depth > 0 ? 11 : 8)) {
      case 0 -> "null";
      case 1 -> one("true", "false", "True", "tru");
      case 2, 3 -> number();
      case 4 -> "\"" + name() + "\"";
      case 5 ->
          "\"" + one("\\u0000", "\\ud800", "\\n", "\\x", "\u0000", "\u00c3\u0028", "\\") + "\"";
      case 6 -> "\"" + noise(12) + "\"";
      case 7 -> "\"" + "z".repeat(below(1200)) + "\"";
      case 8 ->
          "[" + json(depth - 1) + one(",", "", ",,", ";") + json(depth - 1) + one("]", "", "}");
      case 9 -> "{\"" + name() + "\":" + json(depth - 1) + one("}", "", "]", ",}");
      default -> "[".repeat(below(1500)) + json(depth - 1);
    };
  }

  /** Flips, drops, doubles or inserts a few bytes. */
  byte[] mutated(byte[] request) {
    byte[] mutated = request;
    for (int i = random.nextInt(3); i >= 0; i--) {
      mutated = mutatedOnce(mutated);
    }
    return mutated;
  }

  private byte[] mutatedOnce(byte[] request) {
    if (request.length == 0) {
      return new byte[] {(byte) random.nextInt(256)};
    }
    int at = random.nextInt(request.length);
    StringBuilder text = new StringBuilder(new String(request, StandardCharsets.ISO_8859_1));
    switch (below(5)) {
      case 0 -> text.setCharAt(at, (char) random.nextInt(256));
      case 1 -> text.deleteCharAt(at);
      case 2 -> text.insert(at, (char) random.nextInt(256));
      case 3 -> text.insert(at, one("\r\n", "\n", "\u0000", " ", ":", "/", "%", "\r"));
      default -> text.setLength(at);
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
