package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TableTest {

  @Test
  void columns_are_as_wide_as_their_content() {
    assertThat(print(terminal("", ""), "1", "db", "active"))
        .containsExactly("CLAIM  RESOURCE  STATUS", "1      db        active");
  }

  @Test
  void the_widest_column_gives_way_to_a_narrow_terminal() {
    List<String> lines = print(terminal("30", "1"), "1", "a/very/long/name/indeed", "active");
    assertThat(lines.get(1)).isEqualTo("1      a/very/long/na…  active");
    assertThat(lines).allMatch(line -> line.length() <= 30);
  }

  @Test
  void wide_characters_count_twice() {
    List<String> lines = print(terminal("", ""), "1", "東京", "active");
    assertThat(lines.get(1)).isEqualTo("1      東京      active");
    assertThat(Table.cut("東京都", 5)).isEqualTo("東京…");
  }

  @Test
  void nothing_that_moves_the_cursor_is_printed() {
    assertThat(print(terminal("", ""), "1", "a\u001b[2J\u202e", "active").get(1))
        .isEqualTo("1      a�[2J�    active");
  }

  @Test
  void colours_are_for_terminals_that_want_them() {
    assertThat(print(terminal("80", ""), "1", "db", "active").get(1)).contains("\u001b[32mactive");
    assertThat(print(terminal("80", "1"), "1", "db", "active").get(1)).doesNotContain("\u001b");
    assertThat(print(terminal("", ""), "1", "db", "active").get(1)).doesNotContain("\u001b");
  }

  @Test
  void COLUMNS_overrides_what_the_terminal_says() {
    assertThat(Terminal.of(Map.of("COLUMNS", "40"), "80").columns()).hasValue(40);
    assertThat(Terminal.of(Map.of("COLUMNS", "x"), "80").columns()).hasValue(80);
    assertThat(Terminal.of(Map.of(), "").columns()).isEmpty();
  }

  private static Terminal terminal(String width, String noColour) {
    return Terminal.of(Map.of("NO_COLOR", noColour), width);
  }

  private static List<String> print(Terminal terminal, String... cells) {
    Table table = new Table("CLAIM", "RESOURCE", "STATUS");
    table.add(cells);
    StringWriter text = new StringWriter();
    table.print(new PrintWriter(text), terminal);
    return text.toString().lines().toList();
  }
}
