package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireTableTest {

  private static final List<String> HEAD =
      List.of(
          "# Story",
          "| request | headers | body | status | headers | body |",
          "|---|---|---|---|---|---|");

  /** Answers everything alike, and remembers what it was asked. */
  private static final class Parrot implements WireTable.Server {
    private final List<WireTable.Request> asked = new ArrayList<>();
    private final Answer answer;

    Parrot(Answer answer) {
      this.answer = answer;
    }

    @Override
    public Answer exchange(WireTable.Request request) {
      asked.add(request);
      return answer;
    }

    @Override
    public String origin() {
      return "http://x";
    }

    @Override
    public void pass(Duration time) {
      asked.add(new WireTable.Request("PASS", time.toString(), List.of(), ""));
    }
  }

  private final Parrot parrot =
      new Parrot(
          Answer.of(200, Answer.JSON, "{\"id\":7,\"t\":1.0,\"u\":\"http://x/7\"}".getBytes())
              .with("Location", "http://x/7"));

  private static WireTable table(String... rows) {
    List<String> lines = new ArrayList<>(HEAD);
    lines.addAll(List.of(rows));
    return WireTable.parse(lines).get(0);
  }

  @Test
  void what_one_row_finds_the_next_ones_know() {
    table(
            "| `GET /a` | `A: 1` `B: 2` | | `200` | `Location: {origin}/{id}` | `{\"id\": {id},"
                + " \"u\": \"{origin}/{id}\"}` |",
            "| 0.25 s later | | | | | |",
            "| `PUT /a/{id}` | | `{\"n\": {id}}` | `200` | `!Link` | `{\"t\": {float}, \"id\":"
                + " {int}}` |")
        .replay(parrot, "r");
    assertThat(parrot.asked)
        .containsExactly(
            new WireTable.Request(
                "GET", "/a", List.of(new Answer.Header("A", "1"), new Answer.Header("B", "2")), ""),
            new WireTable.Request("PASS", "PT0.25S", List.of(), ""),
            new WireTable.Request("PUT", "/a/7", List.of(), "{\"n\": 7}"));
  }

  @Test
  void every_difference_is_told() {
    for (String answer :
        List.of(
            "`201` | | `{any}` |",
            "`200` | | |",
            "`200` | | `{\"id\": 8}` |",
            "`200` | | `{\"id\": {float}}` |",
            "`200` | | `{\"t\": {int}}` |",
            "`200` | | `{\"t\": 1}` |",
            "`200` | | `{\"other\": {any}}` |",
            "`200` | | `[]` |",
            "`200` | | `{\"id\": {x}, \"t\": {x}}` |",
            "`200` | `Location: {origin}` | `{any}` |",
            "`200` | `!Location` | `{any}` |",
            "`200` | `Link: {any}` | `{any}` |")) {
      assertThatThrownBy(() -> table("| `GET /a` | | | " + answer).replay(parrot, "r"))
          .as(answer)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("Story, line 4");
    }
  }

  @Test
  void other_tables_are_left_alone() {
    assertThat(WireTable.parse(List.of("| a | b |", "|---|---|", "| `1` | `2` |"))).isEmpty();
    assertThatCode(() -> table("| `GET /a` | a remark | | `200` | | `{any}` |").replay(parrot, "r"))
        .doesNotThrowAnyException();
  }

  @Test
  void what_follows_a_value_is_not_forgotten() {
    Parrot text = new Parrot(Answer.text(423, "423 Locked"));
    table("| `GET /a` | | | `423` | | `423 Locked` |").replay(text, "r");
    assertThatThrownBy(() -> table("| `GET /a` | | | `423` | | `423 Open` |").replay(text, "r"))
        .isInstanceOf(AssertionError.class);
    Parrot two = new Parrot(Answer.of(200, Answer.JSON, "{} {}".getBytes()));
    assertThatThrownBy(() -> table("| `GET /a` | | | `200` | | `{}` |").replay(two, "r"))
        .isInstanceOf(AssertionError.class);
  }
}
