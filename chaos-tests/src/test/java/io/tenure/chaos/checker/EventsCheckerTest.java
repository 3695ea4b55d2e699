package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.CLAIM;
import static io.tenure.chaos.history.Field.STATUS;
import static io.tenure.chaos.history.Field.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Streams that break off and go on at another node. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class EventsCheckerTest {

  private final ClaimTales tales = new ClaimTales();

  private CheckOutcome outcome() {
    return tales.judgedBy(new EventsChecker()).outcome();
  }

  private Stream watcher(int process) {
    return new Stream(process);
  }

  /** One client, which reads one stream after another. */
  private final class Stream {

    private final int process;
    private String place = "1-0";

    Stream(int process) {
      this.process = process;
    }

    final Stream sees(long from, long to, String end, Object... messages) {
      tales
          .story()
          .op(process, "k", EventsChecker.WATCH)
          .at(from, to)
          .asks(Field.LOCAL, true)
          .ok(
              Result.SEEN,
              Field.STREAM_START,
              place,
              Field.STREAM_NANOS,
              Story.nanos(from),
              Field.STREAM_END,
              end,
              Field.EVENTS,
              List.of(messages));
      place = end;
      return this;
    }
  }

  private static Map<String, Object> granted(String id, long claim, long token) {
    return Map.copyOf(
        Story.map(
            Field.EVENT,
            "granted",
            Field.EVENT_ID,
            id,
            CLAIM,
            claim,
            TOKEN,
            token,
            STATUS,
            "active"));
  }

  private static Map<String, Object> ended(String id, long claim, String status) {
    return Map.copyOf(
        Story.map(Field.EVENT, "ended", Field.EVENT_ID, id, CLAIM, claim, STATUS, status));
  }

  private static Map<String, Object> gap(String after, String until) {
    return Map.copyOf(
        Story.map(
            Field.EVENT, "gap", Field.EVENT_ID, until, Field.AFTER, after, Field.UNTIL, until));
  }

  @Test
  void all_events_once_and_in_order_are_fine() {
    tales.granted(10, 20, 1, 5).released(30, 40, 1);
    watcher(7)
        .sees(0, 100, "3-1", granted("2-0", 1, 5))
        .sees(110, 200, "4-0", ended("4-0", 1, "released"));
    watcher(8).sees(0, 300, "9-0", granted("2-0", 1, 5), ended("4-0", 1, "released"));
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void an_event_that_another_was_told_of_is_lost() {
    watcher(7).sees(0, 100, "3-0", granted("2-0", 1, 5)).sees(110, 200, "9-0");
    watcher(8).sees(0, 300, "9-0", granted("2-0", 1, 5), ended("4-0", 1, "expired"));
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void unless_a_gap_was_told_or_it_is_still_to_come() {
    watcher(7).sees(0, 100, "9-0", granted("2-0", 1, 5), gap("2-0", "5-0"));
    watcher(8).sees(0, 300, "9-0", granted("2-0", 1, 5), ended("4-0", 1, "expired"));
    watcher(9).sees(0, 300, "3-0", granted("2-0", 1, 5));
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void an_event_twice_is_not_fine() {
    watcher(7)
        .sees(0, 100, "2-0", granted("2-0", 1, 5))
        .sees(110, 200, "2-0", granted("2-0", 1, 5));
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void a_stream_that_is_set_back_is_not_fine_even_if_it_says_so() {
    watcher(7).sees(0, 100, "4-0", ended("4-0", 1, "expired"), gap("4-0", "3-0"));
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void events_in_another_order_are_not_fine() {
    watcher(7).sees(0, 100, "4-0", ended("4-0", 1, "expired"), granted("2-0", 1, 5));
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void one_id_has_one_event() {
    watcher(7).sees(0, 100, "4-0", granted("2-0", 1, 5));
    watcher(8).sees(0, 100, "4-0", granted("2-0", 2, 5));
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void nobody_is_granted_twice_or_after_the_end() {
    watcher(7).sees(0, 100, "4-0", ended("2-0", 1, "expired"), granted("4-0", 1, 5));
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void the_token_is_the_one_that_the_owner_was_told() {
    tales.granted(10, 20, 1, 5);
    watcher(7).sees(0, 100, "4-0", granted("2-0", 1, 6));
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void nothing_ends_by_a_request_that_nobody_made() {
    tales.granted(10, 20, 1, 5);
    watcher(7).sees(0, 100, "4-0", granted("2-0", 1, 5), ended("4-0", 1, "released"));
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void a_grant_that_was_known_before_a_later_claim_was_filed_is_told_before_that_one() {
    tales.granted(10, 20, 1, 5).released(30, 40, 1).granted(50, 60, 2, 6);
    watcher(7).sees(0, 100, "9-0", ended("4-0", 1, "released"), granted("6-0", 2, 6));
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }
}
