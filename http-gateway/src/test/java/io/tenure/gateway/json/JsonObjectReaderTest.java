package io.tenure.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.gateway.json.JsonObjectReader.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectReaderTest {

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void readAll(byte[] text) {
    try (JsonObjectReader json = JsonObjectReader.open(text)) {
      while (json.next()) {
        json.kind();
      }
    }
  }

  @Test
  void fields_come_in_their_order_with_their_kinds() {
    List<String> seen = new ArrayList<>();
    String text =
        "\uFEFF {\"s\": \"x\", \"n\": 1, \"f\": -1.5e3, \"b\": true, \"z\": null, \"o\": {\"a\":"
            + " [1]}, \"l\": [{}], \"nan\": NaN, \"inf\": -Infinity, \"last\": 0} ";
    try (JsonObjectReader json = JsonObjectReader.open(bytes(text))) {
      while (json.next()) {
        seen.add(json.name() + " " + json.kind());
      }
    }
    assertThat(seen)
        .containsExactly(
            "s a string",
            "n a number",
            "f a number",
            "b a boolean",
            "z null",
            "o an object",
            "l an array",
            "nan NaN or infinite",
            "inf NaN or infinite",
            "last a number");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "-0.10",
        "1E400",
        "123456789012345678901234567890.000",
        "\"\"",
        "\"a\\u0041\\ud800 ü \\\\\"",
        "true",
        "null",
        "[]",
        "{}",
        "[ 1 ,\n2.0, {\"a\" : {\"b\":[\"}\"]}} ]",
        "{\"a\":1,\"a\":2}"
      })
  void a_raw_value_is_what_was_written(String value) {
    for (String before : List.of("{\"x\":", "\uFEFF{ \"ü\": [1, {}], \"x\" :  ")) {
      for (String after : List.of("}", " , \"y\": \"end\"} ")) {
        try (JsonObjectReader json = JsonObjectReader.open(bytes(before + value + after))) {
          do {
            assertThat(json.next()).isTrue();
          } while (!json.name().equals("x"));
          assertThat(new String(json.raw(), StandardCharsets.UTF_8)).isEqualTo(value);
          if (json.next()) {
            assertThat(json.string()).isEqualTo("end");
            assertThat(json.next()).isFalse();
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                       | is empty",
        "'  '                     | is blank",
        "[1]                      | is an array",
        "'\"text\"'               | is a string",
        "17                       | is a number",
        "null                     | is null",
        "'{\"a\": 1'              | is not JSON",
        "'{\"a\"}'                | is not JSON",
        "'{a: 1}'                 | is not JSON",
        "'{\"a\": 01}'            | is not JSON",
        "'{\"a\": 1,}'            | is not JSON",
        "'{\"a\": tru}'           | is not JSON",
        "'{\"a\": \"\\x\"}'       | is not JSON",
        "'{\"a\": 1} x'           | is not JSON",
        "'{\"a\": 1} {}'          | unexpected data after the JSON object",
        "'{\"a\": 1}, 2'          | is not JSON",
        "'{\"a\": 1, \"a\": 1}'   | is there twice",
        "'{\"a\": {\"b\": [NaN]}}'| not JSON",
      })
  void everything_else_than_one_object_is_refused(String text, String reason) {
    assertThatThrownBy(() -> readAll(bytes(text)))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void bytes_that_are_not_utf_8_are_refused_wherever_they_are() {
    for (String text : List.of("{\"\u00e4\": 1}", "{\"a\": [\"\u00e4\"]}", "{\"a\": 1} \u00e4")) {
      assertThatThrownBy(() -> readAll(text.getBytes(StandardCharsets.ISO_8859_1)))
          .isInstanceOf(MalformedJsonException.class)
          .hasMessageContaining("not valid UTF-8");
    }
    for (var charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      assertThatThrownBy(() -> readAll("{\"a\": 1}".getBytes(charset)))
          .isInstanceOf(MalformedJsonException.class)
          .hasMessageContaining("not UTF-8");
    }
  }

  @Test
  void depth_and_number_of_fields_have_limits() {
    assertThatThrownBy(() -> readAll(bytes("{\"a\":" + "[".repeat(100_000))))
        .isInstanceOf(MalformedJsonException.class);
    StringBuilder many = new StringBuilder("{\"a\": 0");
    for (int i = 0; i < 10_000; i++) {
      many.append(",\"").append(i).append("\": 0");
    }
    assertThatThrownBy(() -> readAll(bytes(many.append("}").toString())))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessageContaining("more than 64 fields");
  }

  @Test
  void numbers_without_end_are_told_from_malformed_ones() {
    try (JsonObjectReader json =
        JsonObjectReader.open(bytes("{\"a\": 1e999, \"b\": 12, \"c\": 1.0}"))) {
      json.next();
      assertThat(json.kind()).isEqualTo(Kind.NUMBER);
      assertThat(json.number()).isInfinite();
      json.next();
      assertThat(json.isInteger()).isTrue();
      json.next();
      assertThat(json.isInteger()).isFalse();
    }
  }
}
