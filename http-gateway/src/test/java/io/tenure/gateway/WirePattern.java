package io.tenure.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares an answer with what a document says about it.
 *
 * <p>A body is JSON of which an object names only the members that matter, and an array all its
 * elements; if it is not JSON it is text. {@code {any}}, {@code {int}}, {@code {float}}, {@code
 * {text}} and {@code {time}} stand for values of that form. {@code {name}} of any other name stands
 * for the value that was found in its place first, and for that value ever after, in requests too.
 */
final class WirePattern {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z][a-z0-9_]*)\\}");

  /** Marks a string that stands for a whole value, while the pattern is JSON. */
  private static final char MARK = '\uE000';

  private static final Map<String, String> FORMS =
      Map.of(
          "any", ".*",
          "int", "[0-9]+",
          "float", "[0-9]+\\.[0-9]+",
          "text", ".+",
          "time", "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final Map<String, String> known;

  /** Takes what is known already, and adds to it what it finds. */
  WirePattern(Map<String, String> known) {
    this.known = known;
  }

  /** The text with a value in the place of each name. */
  String fill(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            name -> {
              String value = known.get(name.group(1));
              if (value == null) {
                throw new IllegalArgumentException(name.group() + " is not known yet");
              }
              return Matcher.quoteReplacement(value);
            });
  }

  void matchText(String expected, String actual) {
    List<String> found = new ArrayList<>();
    StringBuilder regex = new StringBuilder();
    Matcher name = PLACEHOLDER.matcher(expected);
    int from = 0;
    while (name.find()) {
      regex.append(Pattern.quote(expected.substring(from, name.start())));
      regex.append(form(name.group(1), found));
      from = name.end();
    }
    regex.append(Pattern.quote(expected.substring(from)));
    Matcher match = Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(actual);
    if (!match.matches()) {
      throw new AssertionError(fillKnown(expected) + " expected, not " + actual);
    }
    for (int i = 0; i < found.size(); i++) {
      known.put(found.get(i), match.group(i + 1));
    }
  }

  private String form(String name, List<String> found) {
    if (FORMS.containsKey(name)) {
      return FORMS.get(name);
    }
    if (known.containsKey(name)) {
      return Pattern.quote(known.get(name));
    }
    found.add(name);
    return "(.+?)";
  }

  private String fillKnown(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            name -> Matcher.quoteReplacement(known.getOrDefault(name.group(1), name.group())));
  }

  void matchBody(String expected, String actual) {
    JsonNode pattern;
    try {
      pattern = JSON.readTree(markValues(expected));
    } catch (JsonProcessingException e) {
      matchText(expected, actual);
      return;
    }
    try {
      match("body", pattern, JSON.readTree(actual));
    } catch (JsonProcessingException e) {
      throw new AssertionError("the body is not JSON", e);
    }
  }

  /** Turns each placeholder that is a value of its own into a marked string. */
  private static String markValues(String expected) {
    StringBuilder json = new StringBuilder();
    boolean quoted = false;
    Matcher name = PLACEHOLDER.matcher(expected);
    for (int i = 0; i < expected.length(); i++) {
      char c = expected.charAt(i);
      if (c == '"' && (i == 0 || expected.charAt(i - 1) != '\\')) {
        quoted = !quoted;
      }
      if (!quoted && c == '{' && name.find(i) && name.start() == i) {
        json.append('"').append(MARK).append(name.group(1)).append('"');
        i = name.end() - 1;
      } else {
        json.append(c);
      }
    }
    return json.toString();
  }

  private void match(String place, JsonNode expected, JsonNode actual) {
    if (actual == null || actual.isMissingNode()) {
      throw new AssertionError("there is no " + place);
    }
    if (expected.isTextual() && !expected.textValue().isEmpty()) {
      matchValue(place, expected.textValue(), actual);
    } else if (expected.isObject()) {
      expected
          .properties()
          .forEach(
              each ->
                  match(place + "." + each.getKey(), each.getValue(), actual.path(each.getKey())));
    } else if (expected.isArray()) {
      matchArray(place, expected, actual);
    } else if (!expected.equals(actual)) {
      throw new AssertionError(place + " should be " + expected + ", not " + actual);
    }
  }

  private void matchArray(String place, JsonNode expected, JsonNode actual) {
    if (!actual.isArray() || actual.size() != expected.size()) {
      throw new AssertionError(place + " should have " + expected.size() + " elements: " + actual);
    }
    for (int i = 0; i < expected.size(); i++) {
      match(place + "[" + i + "]", expected.get(i), actual.get(i));
    }
  }

  private void matchValue(String place, String expected, JsonNode actual) {
    try {
      if (expected.charAt(0) != MARK) {
        if (!actual.isTextual()) {
          throw new AssertionError("a string expected, not " + actual);
        }
        matchText(expected, actual.textValue());
      } else if (!expected.substring(1).equals("any")) {
        matchForm(expected.substring(1), actual);
      }
    } catch (AssertionError e) {
      throw new AssertionError(place + ": " + e.getMessage(), e);
    }
  }

  private void matchForm(String name, JsonNode actual) {
    boolean right =
        switch (name) {
          case "int" -> actual.isIntegralNumber();
          case "float" -> actual.isBigDecimal();
          case "text", "time" -> actual.isTextual();
          default -> actual.isValueNode() && !actual.isNull();
        };
    if (!right) {
      throw new AssertionError("{" + name + "} expected, not " + actual);
    }
    matchText("{" + name + "}", actual.asText());
  }
}
