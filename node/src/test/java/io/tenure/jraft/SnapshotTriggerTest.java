package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.Status;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SnapshotTriggerTest {

  private static final Duration ANY = Duration.ofSeconds(1);
  private static final RaftSettings.Times TIMES =
      new RaftSettings.Times(ANY, ANY, ANY, ANY, Duration.ofMinutes(1), 50_000);
  private static final int TICK_BYTES = 40;

  private final Queue<Closure> snapshots = new ArrayDeque<>();
  private long nanos;
  private long index;
  private final SnapshotTrigger trigger =
      new SnapshotTrigger(TIMES, index, () -> nanos, Runnable::run);

  @BeforeEach
  void start() {
    trigger.start(
        (Node)
            Proxy.newProxyInstance(
                Node.class.getClassLoader(),
                new Class<?>[] {Node.class},
                (node, method, arguments) -> snapshots.add((Closure) arguments[0])));
  }

  private void apply(int entries, int bytesEach) {
    for (int i = 0; i < entries; i++) {
      index++;
      trigger.hasApplied(index, bytesEach);
    }
  }

  private void tick(int seconds) {
    for (int i = 0; i < seconds; i++) {
      nanos += Duration.ofSeconds(1).toNanos();
      apply(1, TICK_BYTES);
    }
  }

  @Test
  void a_cluster_that_only_ticks_does_not_copy_its_state_every_minute() {
    tick(999);
    assertThat(snapshots).isEmpty();

    tick(1);
    assertThat(snapshots).hasSize(1);
  }

  @Test
  void what_clients_have_changed_is_copied_after_the_interval() {
    apply(1_000, 100);
    tick(59);
    assertThat(snapshots).isEmpty();

    tick(1);
    assertThat(snapshots).hasSize(1);
  }

  @Test
  void a_few_large_entries_are_something_too() {
    apply(5, 256 * 1024);
    tick(60);

    assertThat(snapshots).hasSize(1);
  }

  @Test
  void much_is_copied_at_once_and_there_is_one_copy_at_a_time() {
    apply(120_000, 100);
    assertThat(snapshots).hasSize(1);

    snapshots.remove().run(Status.OK());
    apply(1, 100);
    assertThat(snapshots).hasSize(1);
  }

  @Test
  void many_bytes_are_copied_at_once() {
    apply(256, 1024 * 1024);

    assertThat(snapshots).hasSize(1);
  }
}
