package io.tenure.jraft.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.entity.codec.v2.LogEntryV2CodecFactory;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The newest entries are in memory, and no more than there is room for. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TailTest {

  private static final long ROOM = 20_000;

  private final Tail tail = new Tail(ROOM);

  private static StoredEntry entry(long index, int size) {
    return StoredEntry.of(
        Entries.data(index, 1, "x".repeat(size)), LogEntryV2CodecFactory.getInstance());
  }

  @Test
  void the_oldest_make_room_for_the_newest() {
    for (long index = 5; index < 1_000; index++) {
      StoredEntry newest = entry(index, 100);
      tail.add(newest);
      assertThat(tail.get(index)).containsSame(newest);
      assertThat(tail.bytes()).isLessThanOrEqualTo(ROOM);
    }
    assertThat(tail.get(5)).isEmpty();
    assertThat(tail.get(950)).isPresent();
    assertThat(tail.get(1_000)).isEmpty();
  }

  @Test
  void the_newest_is_there_however_large_it_is() {
    tail.add(entry(1, 100));
    tail.add(entry(2, 2 * (int) ROOM));
    assertThat(tail.get(1)).isEmpty();
    assertThat(tail.get(2)).isPresent();
  }

  @Test
  void entries_that_do_not_come_next_replace_all_others() {
    tail.add(entry(1, 1));
    tail.add(entry(2, 1));
    tail.add(entry(9, 1));
    assertThat(tail.get(2)).isEmpty();
    assertThat(tail.get(9)).isPresent();
    tail.truncateSuffix(0);
    assertThat(tail.get(9)).isEmpty();
    assertThat(tail.bytes()).isZero();
  }

  @Test
  void nothing_that_was_cut_off_is_there() {
    Random random = new Random(1);
    long last = 0;
    for (int i = 0; i < 3_000; i++) {
      if (last > 0 && random.nextInt(10) == 0) {
        last -= random.nextInt((int) Math.min(last, 30));
        tail.truncateSuffix(last);
      }
      assertThat(tail.get(last + 1)).isEmpty();
      last++;
      tail.add(entry(last, random.nextInt(100)));
      long index = last;
      assertThat(tail.get(last).map(StoredEntry::index)).contains(index);
    }
  }
}
