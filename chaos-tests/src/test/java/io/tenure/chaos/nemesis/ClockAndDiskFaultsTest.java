package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.Requires;
import io.tenure.chaos.cluster.Waiting;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayNameGeneration(ReplaceUnderscores.class)
@ExtendWith(SharedBench.class)
@Requires({Capability.NETNS, Capability.SHIMS, Capability.DISK})
@Timeout(300)
class ClockAndDiskFaultsTest {

  private static final int STOPPED_ITSELF = 70;

  private final FaultBench bench;

  ClockAndDiskFaultsTest(FaultBench bench) {
    this.bench = bench;
  }

  @Test
  void a_wall_clock_that_jumps_is_wrong_by_as_much_and_then_right_again() {
    for (String name : new String[] {"wall-clock-forward", "wall-clock-back"}) {
      bench.bites(
          name,
          fault -> {
            NodeProcess node = bench.victim(fault);
            double sign = Math.signum(Double.parseDouble(fault.detail().replace(" s", "")));
            node.clock().setWall(Duration.ofHours((long) sign)); // more than jcmd may take
            assertThat(wallError(node)).isCloseTo(sign * 3600, within(60.0));
            fault.heal();
            assertThat(wallError(node)).isCloseTo(0, within(60.0));
          });
    }
  }

  @Test
  void a_strobing_wall_clock_is_wrong_to_both_sides() {
    bench.bites(
        "wall-clock-strobe",
        fault -> {
          NodeProcess node = bench.victim(fault);
          Waiting.until("ahead", Duration.ofSeconds(60), () -> wallError(node) > 0);
          Waiting.until("behind", Duration.ofSeconds(60), () -> wallError(node) < -1.5);
        });
  }

  @Test
  void clocks_that_drift_gain_or_lose_as_told() {
    NodeProcess node = bench.cluster().node("n1");
    node.clock().setRate(2.0); // more than any fault does, to be seen soon
    double begin = uptime(node);
    long since = System.nanoTime();
    Waiting.until(
        "a second", Duration.ofSeconds(5), () -> System.nanoTime() - since > 1_000_000_000L);
    double rate = (uptime(node) - begin) / ((System.nanoTime() - since) / 1e9);
    node.clock().heal();

    assertThat(rate).isBetween(1.5, 2.5);
    bench.bites("clock-fast", fault -> assertThat(fault.detail()).startsWith("rate 1.0"));
    bench.bites("clock-slow", fault -> assertThat(fault.detail()).startsWith("rate 0.9"));
  }

  @Test
  void a_full_disk_takes_no_more_and_has_room_when_it_healed() {
    bench.bites(
        "disk-full",
        fault -> {
          NodeProcess node = bench.victim(fault);
          assertThat(node.disk().free()).isLessThan(4096);
          fault.heal();
          assertThat(node.disk().free()).isGreaterThan(1 << 20);
        });
  }

  @Test
  void a_node_whose_disk_refuses_stops_itself_and_comes_back_when_it_healed() {
    bench.bites("disk-readonly", this::stopsItself);
    bench.bites("fsync-error", this::stopsItself);
    bench.bites("torn-write", this::stopsItself);
  }

  private void stopsItself(Injection fault) {
    NodeProcess node = bench.victim(fault);
    bench.writeUntil("the end of " + node, () -> !node.isRunning());
    assertThat(node.exitCode()).isEqualTo(Optional.of(STOPPED_ITSELF));
  }

  @Test
  void a_disk_that_hangs_answers_when_it_healed() {
    bench.bites(
        "disk-hang",
        fault -> {
          Path file = bench.victim(fault).directory().resolveSibling("probe");
          Thread writer = new Thread(() -> write(file, "late", true));
          writer.start();
          Waiting.until(
              "a thread in the kernel", Duration.ofSeconds(10), () -> isUninterruptible(writer));
          fault.heal();
          Waiting.until("its end", Duration.ofSeconds(10), () -> !writer.isAlive());
        });
  }

  @Test
  void a_slow_fsync_makes_claims_slow() {
    bench.bites(
        "fsync-delay",
        fault -> {
          Duration delay = Duration.ofMillis(300);
          bench.cluster().nodes().forEach(node -> node.writes().delaySync(delay));
          long begin = System.nanoTime();
          assertThat(bench.claim()).isEqualTo(201);
          assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(delay);
          bench.cluster().nodes().forEach(node -> node.writes().heal());
        });
  }

  @Test
  void what_was_not_synced_is_lost_with_the_power_and_what_was_is_not() {
    for (NodeProcess node : bench.cluster().nodes()) {
      write(node.directory().resolveSibling("synced"), "kept", true);
      write(node.directory().resolveSibling("unsynced"), "lost", false);
    }
    bench.bites(
        "power-loss-all",
        fault -> {
          assertThat(bench.cluster().nodes()).noneMatch(NodeProcess::isRunning);
          for (NodeProcess node : bench.cluster().nodes()) {
            assertThat(read(node.directory().resolveSibling("synced"))).isEqualTo("kept");
            assertThat(read(node.directory().resolveSibling("unsynced"))).isEmpty();
          }
        });
    bench.bites("power-loss-one", fault -> assertThat(bench.victim(fault).isRunning()).isFalse());
  }

  /** By how many seconds the node's wall clock is ahead: its Java shows it above its threads. */
  private double wallError(NodeProcess node) {
    Instant asked = Instant.now();
    String text = bench.probe().jcmd(node, "Thread.print");
    String time = text.lines().filter(line -> line.matches("\\d{4}-.*")).findFirst().orElseThrow();
    Instant shown =
        LocalDateTime.parse(time.strip().replace(' ', 'T'))
            .atZone(ZoneId.systemDefault())
            .toInstant();
    return Duration.between(asked, shown).toMillis() / 1000.0;
  }

  /** Seconds since its start, by the node's monotonic clock. */
  private double uptime(NodeProcess node) {
    String text = bench.probe().jcmd(node, "VM.uptime");
    String line = text.lines().filter(each -> each.endsWith(" s")).findFirst().orElseThrow();
    return Double.parseDouble(line.replace(" s", ""));
  }

  private static boolean isUninterruptible(Thread thread) {
    for (StackTraceElement element : thread.getStackTrace()) {
      if (element.isNativeMethod()) {
        return true;
      }
    }
    return false;
  }

  private static void write(Path path, String text, boolean sync) {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.write(text.getBytes(StandardCharsets.UTF_8));
      if (sync) {
        file.getFD().sync();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static String read(Path path) {
    try {
      return Files.exists(path) ? Files.readString(path) : "";
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
