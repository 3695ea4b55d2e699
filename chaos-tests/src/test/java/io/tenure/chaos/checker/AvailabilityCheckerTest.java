package io.tenure.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** One request a second, unless a test says otherwise; ten seconds to recover, three to refuse. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AvailabilityCheckerTest {

  private static final String UNNOTICED = "certificates-rotated";

  private final Story story = new Story();

  private CheckOutcome outcome() {
    return new AvailabilityChecker().check(story.evidence()).outcome();
  }

  private void answered(int fromSecond, int toSecond) {
    for (int second = fromSecond; second < toSecond; second++) {
      story
          .op(1, "k", "read")
          .at(second * 1000L, second * 1000L + 5)
          .asks(Field.NODE, "n1")
          .ok(Result.ABSENT);
    }
  }

  private void refused(String node, int fromSecond, int toSecond) {
    for (int second = fromSecond; second < toSecond; second++) {
      story
          .op(2, "k", "read")
          .at(second * 1000L, second * 1000L + 500)
          .asks(Field.NODE, node)
          .fail(Field.CODE, 503);
    }
  }

  private void lost(String node, int fromSecond, int toSecond) {
    for (int second = fromSecond; second < toSecond; second++) {
      story
          .op(2, "k", "read")
          .at(second * 1000L, second * 1000L + 900)
          .asks(Field.NODE, node)
          .unknown();
    }
  }

  private void fault(int fromSecond, int toSecond, Set<String> cutOff, boolean quorum) {
    fault("partition", fromSecond, toSecond, cutOff, quorum);
  }

  private void fault(
      String name, int fromSecond, int toSecond, Set<String> cutOff, boolean quorum) {
    story.fault(
        new FaultSpan(
            name,
            "n3",
            Story.nanos(fromSecond * 1000L),
            Story.nanos(toSecond * 1000L),
            "",
            cutOff,
            quorum,
            name.equals(UNNOTICED)));
  }

  @Test
  void a_short_silence_is_fine_and_a_long_one_is_not() {
    answered(0, 10);
    answered(18, 30);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);

    answered(45, 50);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void without_a_majority_silence_is_allowed_and_then_recovery() {
    answered(0, 10);
    fault(10, 40, Set.of(), false);
    answered(48, 60);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void with_a_majority_it_is_not() {
    answered(0, 10);
    fault(10, 40, Set.of(), true);
    refused("n1", 10, 40);
    answered(41, 60);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void a_node_that_is_cut_off_refuses() {
    answered(0, 40);
    fault(10, 30, Set.of("n3"), true);
    refused("n3", 10, 30);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void a_node_that_is_cut_off_and_serves_is_not_fine() {
    answered(0, 40);
    fault(10, 30, Set.of("n3"), true);
    story.op(3, "k", "read").at(20_000, 20_005).asks(Field.NODE, "n3").ok(Result.ABSENT);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void shortly_after_the_cut_it_may_and_local_reads_it_may_always() {
    answered(0, 40);
    fault(10, 30, Set.of("n3"), true);
    story.op(3, "k", "read").at(11_000, 11_005).asks(Field.NODE, "n3").ok(Result.ABSENT);
    story
        .op(3, "k", "read")
        .at(20_000, 20_005)
        .asks(Field.NODE, "n3", Field.LOCAL, true)
        .ok(Result.ABSENT);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void who_hangs_up_or_finds_nobody_to_ask_cannot_be_told() {
    answered(0, 40);
    fault(10, 30, Set.of("n3"), true);
    for (int second = 14; second < 29; second++) {
      Story.Draft asked = story.op(2, "k", "read").at(second * 1000L, second * 1000L + 9);
      asked.asks(Field.NODE, "n3").unknown(Field.REASON, Field.HUNG_UP);
      Story.Draft alone = story.op(3, "k", "read").at(second * 1000L, second * 1000L + 9);
      alone.asks(Field.NODE, "n3").fail(Field.REASON, Field.NOT_SENT + "Connection refused");
    }
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }

  @Test
  void a_node_that_is_cut_off_and_says_nothing_is_not_fine() {
    answered(0, 40);
    fault(10, 30, Set.of("n3"), true);
    lost("n3", 14, 29);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void no_request_may_fail_because_of_what_nobody_should_notice() {
    answered(0, 40);
    fault(UNNOTICED, 10, 30, Set.of(), true);
    refused("n1", 8, 10);
    refused("n1", 30, 32);
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);

    refused("n2", 20, 21);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void nor_may_its_outcome_be_unknown() {
    answered(0, 40);
    fault(UNNOTICED, 10, 30, Set.of(), true);
    lost("n2", 20, 21);
    assertThat(outcome()).isEqualTo(CheckOutcome.INVALID);
  }

  @Test
  void who_hangs_up_or_watches_in_vain_has_noticed_nothing() {
    answered(0, 40);
    fault(UNNOTICED, 10, 30, Set.of(), true);
    Story.Draft asked = story.op(2, "k", "read").at(15_000, 15_009).asks(Field.NODE, "n3");
    asked.unknown(Field.REASON, Field.HUNG_UP);
    Story.Draft watched = story.op(3, "k", "watch").at(15_000, 17_000).asks(Field.NODE, "n3");
    watched.fail(Field.REASON, "Read timed out");
    assertThat(outcome()).isEqualTo(CheckOutcome.VALID);
  }
}
