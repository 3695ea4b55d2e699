package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", " ", "leases/db/master", "ü", "😀", "'\"<>&|"})
  void any_text_is_a_name(String name) {
    assertThat(Names.flaw(name)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a\u0000",
        "\n",
        "\u007f",
        "\u0085",
        "\ud800",
        "x\udc00",
        "\ud800x",
        "\udc00\ud800"
      })
  void what_is_no_text_is_none(String name) {
    assertThat(Names.flaw(name)).isPresent();
  }

  @Test
  void length_is_counted_in_bytes() {
    assertThat(Names.flaw("a".repeat(1024))).isEmpty();
    assertThat(Names.flaw("a".repeat(1025))).isPresent();
    assertThat(Names.flaw("ü".repeat(512))).isEmpty();
    assertThat(Names.flaw("ü".repeat(513))).isPresent();
    assertThat(Names.flaw("€".repeat(341))).isEmpty();
    assertThat(Names.flaw("€".repeat(342))).isPresent();
    assertThat(Names.flaw("😀".repeat(256))).isEmpty();
    assertThat(Names.flaw("😀".repeat(257))).isPresent();
  }
}
