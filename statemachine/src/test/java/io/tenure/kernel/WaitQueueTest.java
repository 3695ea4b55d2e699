package io.tenure.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WaitQueueTest {

  private final WaitQueue queue = new WaitQueue();
  private final List<Long> model = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void behaves_as_a_sorted_list(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long next = 0;
    for (int phase = 0; phase < 6; phase++) {
      int adds = random.nextInt(1, 10);
      for (int step = 0; step < 2_000; step++) {
        if (model.isEmpty() || random.nextInt(10) < adds) {
          next += random.nextInt(1, 4);
          model.add(next);
          queue.add(new ClaimId(next));
        } else {
          int at = random.nextBoolean() ? 0 : random.nextInt(model.size());
          queue.remove(new ClaimId(model.remove(at)));
        }
        checkQuickly(random);
      }
      assertThat(ids(Integer.MAX_VALUE)).isEqualTo(model);
    }
  }

  private void checkQuickly(SplittableRandom random) {
    assertThat(queue.size()).isEqualTo(model.size());
    assertThat(queue.isEmpty()).isEqualTo(model.isEmpty());
    if (!model.isEmpty()) {
      int at = random.nextInt(model.size());
      assertThat(queue.positionOf(new ClaimId(model.get(at)))).isEqualTo(at + 1);
      assertThat(queue.first()).isEqualTo(new ClaimId(model.get(0)));
    }
  }

  @Test
  void hands_over_the_first_few_behind_an_id_and_touches_no_others() {
    assertThat(idsAfter(3, 5)).isEmpty();
    for (long id = 2; id <= 200_000; id += 2) {
      queue.add(new ClaimId(id));
    }

    assertThat(idsAfter(0, 2)).containsExactly(2L, 4L);
    assertThat(idsAfter(100_000, 3)).containsExactly(100_002L, 100_004L, 100_006L);
    assertThat(idsAfter(100_001, 2)).containsExactly(100_002L, 100_004L);
    assertThat(idsAfter(199_999, 9)).containsExactly(200_000L);
    assertThat(idsAfter(200_000, 9)).isEmpty();
    assertThat(idsAfter(300_000, 9)).isEmpty();
    assertThat(idsAfter(0, 100_001)).hasSize(100_000);
    assertThat(idsAfter(0, 0)).isEmpty();
  }

  private List<Long> idsAfter(long id, int limit) {
    List<Long> ids = new ArrayList<>();
    queue.forEachAfter(id, limit, ids::add);
    return ids;
  }

  @Test
  void hands_over_the_first_few() {
    for (long id = 1; id <= 2_000; id++) {
      queue.add(new ClaimId(id));
    }

    assertThat(ids(0)).isEmpty();
    assertThat(ids(1)).containsExactly(1L);
    assertThat(ids(1_025)).hasSize(1_025).endsWith(1_025L);
  }

  @Test
  void keeps_few_blocks_for_the_few_who_stay_while_many_come_and_go() {
    for (long id = 1; id <= 512_000; id++) {
      queue.add(new ClaimId(id));
      if (id % 512 != 0) {
        queue.remove(new ClaimId(id));
      }
    }

    assertThat(queue.size()).isEqualTo(1_000);
    assertThat(queue.blockCount()).isLessThan(10);
    assertThat(queue.positionOf(new ClaimId(512_000))).isEqualTo(1_000);
  }

  @Test
  void refuses_what_cannot_be() {
    queue.add(new ClaimId(5));

    assertThatThrownBy(() -> queue.add(new ClaimId(5))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> queue.remove(new ClaimId(4)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> queue.positionOf(new ClaimId(6)))
        .isInstanceOf(IllegalStateException.class);
    queue.remove(new ClaimId(5));
    assertThatThrownBy(() -> queue.remove(new ClaimId(5)))
        .isInstanceOf(IllegalStateException.class);
  }

  private List<Long> ids(int limit) {
    List<Long> ids = new ArrayList<>();
    queue.forEach(limit, ids::add);
    return ids;
  }
}
