package io.tenure.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.transport.NoAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ClaimWatchesTest {

  private final KeyringBench bench = new KeyringBench();

  @Test
  void only_so_many_are_watched_and_the_next_when_one_is_done() {
    List<ClaimHandle> claims = new ArrayList<>();
    for (int i = 0; i < ClaimWatches.MOST_WAITING + 5; i++) {
      claims.add(bench.waiting());
    }
    assertThat(open()).isEqualTo(ClaimWatches.MOST_WAITING);

    claims.get(0).release();
    bench.time.run();

    assertThat(open()).isEqualTo(ClaimWatches.MOST_WAITING);
    assertThat(bench.transport.watches()).hasSize(ClaimWatches.MOST_WAITING + 1);
  }

  @Test
  void of_those_held_fewer_are_watched() {
    for (int i = 0; i < ClaimWatches.MOST_HELD + 5; i++) {
      bench.held();
    }
    assertThat(open()).isEqualTo(ClaimWatches.MOST_HELD);
  }

  @Test
  void a_watch_that_fails_is_renewed_but_not_in_a_hurry() {
    bench.waiting();
    for (int i = 0; i < 3; i++) {
      bench.transport.lastWatch().reply().complete(new NoAnswer("cut"));
      bench.pass(Duration.ofMillis(900));
      assertThat(bench.transport.watches()).hasSize(i + 1);
      bench.pass(Duration.ofMillis(100));
      assertThat(bench.transport.watches()).hasSize(i + 2);
    }
  }

  @Test
  void a_claim_that_ended_while_it_waited_is_told_as_refused() {
    bench.claim(Optional.empty());
    bench.answer(202, Bodies.waiting(2));
    bench.watchShows(Bodies.ended("revoked"));

    Failure failure = ((ClaimEvent.Failed) bench.lastEvent()).failure();
    assertThat(failure.kind()).isEqualTo(Failure.Kind.REFUSED);
    assertThat(failure.detail()).contains("revoked");
  }

  private long open() {
    return bench.transport.watches().stream().filter(each -> !each.reply().isDone()).count();
  }
}
