package io.tenure.gateway.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrailingCommasTest {

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void a_comma_before_an_end_is_blanked() {
    Map.of(
            "{\"a\":1,}", "{\"a\":1 }",
            "{\"a\":1 ,\r\n\t}", "{\"a\":1  \r\n\t}",
            "{\"a\":[1,2,],\"b\":{\"c\":\"d\",},}", "{\"a\":[1,2 ],\"b\":{\"c\":\"d\" } }",
            "{\"a\":\"\\\",}\",}", "{\"a\":\"\\\",}\" }")
        .forEach(
            (text, expected) ->
                assertThat(TrailingCommas.blank(bytes(text))).asString().isEqualTo(expected));
  }

  @Test
  void all_else_is_left_alone() {
    for (String text :
        List.of(
            "",
            "{}",
            "{,}",
            "[,]",
            "{\"a\":1,,}",
            "{\"a\":,}",
            "{\"a\":\",}\"}",
            "\"\\",
            "\"",
            ",")) {
      byte[] json = bytes(text);
      assertThat(TrailingCommas.blank(json)).as(text).isSameAs(json);
    }
  }
}
