package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.ClusterProbe;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.Waiting;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Of disks that are full, broken, slow, or forget. */
final class DiskProofs {

  private static final int STOPPED_ITSELF = 70;
  private static final long ROOM = 1 << 20;

  private final FaultBench bench;
  private final ClusterProbe probe;

  private DiskProofs(FaultBench bench) {
    this.bench = bench;
    this.probe = bench.probe();
  }

  static Map<String, Proof> all(FaultBench bench) {
    DiskProofs proofs = new DiskProofs(bench);
    return Map.of(
        "disk-full", proofs.new Full(),
        "disk-readonly", proofs.new Refusing("Read-only file system"),
        "disk-hang", proofs.new Hanging(),
        "fsync-delay", proofs.new Slow(),
        "fsync-error", proofs.new Refusing("Input/output error"),
        "torn-write", proofs.new Refusing("Input/output error"),
        "power-loss-one", proofs.new Forgetting(1, false),
        "power-loss-leader", proofs.new Forgetting(1, true),
        "power-loss-all", proofs.new Forgetting(3, false));
  }

  /** The node stops itself at the first write, and its log says why. */
  private class Refusing extends Proof {

    private final String reason;

    Refusing(String reason) {
      this.reason = reason;
    }

    @Override
    void during(Injection fault) {
      NodeProcess node = bench.victim(fault);
      long told = reasons(node);
      bench.writeUntil("the end of " + node, () -> !node.isRunning());
      assertThat(node.exitCode()).hasValue(STOPPED_ITSELF);
      assertThat(reasons(node)).as("%s in the log of %s", reason, node).isGreaterThan(told);
    }

    private long reasons(NodeProcess node) {
      try (var lines = Files.lines(node.log())) {
        return lines.filter(line -> line.contains(reason)).count();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  private final class Full extends Refusing {

    Full() {
      super("No space left on device");
    }

    @Override
    void during(Injection fault) {
      assertThat(bench.victim(fault).disk().free()).isLessThan(4096);
      super.during(fault);
    }

    @Override
    void after(Injection fault) {
      assertThat(bench.victim(fault).disk().free()).isGreaterThan(ROOM);
    }
  }

  /** A thread of the node waits for its disk all the time. */
  private final class Hanging extends Proof {

    private static final int TIMES = 20;

    @Override
    void during(Injection fault) {
      NodeProcess node = bench.victim(fault);
      NodeProcess other = bench.other(node);
      probe.claiming(other, "during-a-hang");
      Waiting.until("a thread that hangs", FaultBench.PATIENCE, () -> !hanging(node, 1).isEmpty());
      assertThat(hanging(node, TIMES)).isNotEmpty();
    }

    @Override
    void after(Injection fault) {
      assertThat(hanging(bench.victim(fault), TIMES)).isEmpty();
    }

    /** Those that hang whenever they are looked at. */
    private Set<Path> hanging(NodeProcess node, int times) {
      Set<Path> hanging = new HashSet<>(probe.threads(node).keySet());
      int[] left = {times};
      Waiting.until(
          "looks",
          FaultBench.PATIENCE,
          () -> {
            hanging.retainAll(
                probe.threads(node).entrySet().stream()
                    .filter(thread -> thread.getValue() == 'D')
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet()));
            return --left[0] <= 0;
          });
      return hanging;
    }
  }

  /** A program that is told the same as the node syncs a file of its data, often enough to see. */
  private final class Slow extends Proof {

    private static final int MILLIS = 300;

    @Override
    void during(Injection fault) {
      assertThat(syncMillis(fault)).isGreaterThanOrEqualTo((long) delay(fault) * times(fault));
    }

    @Override
    void after(Injection fault) {
      Waiting.until(
          "a quick sync",
          FaultBench.PATIENCE,
          () -> syncMillis(fault) < (long) delay(fault) * times(fault));
    }

    private int delay(Injection fault) {
      return Integer.parseInt(fault.detail().replace(" ms", ""));
    }

    private int times(Injection fault) {
      return MILLIS / delay(fault) + 1;
    }

    private long syncMillis(Injection fault) {
      NodeProcess node = bench.victim(fault);
      String file = node.directory().resolve("identity").toString();
      List<String> words = new ArrayList<>(Collections.nCopies(times(fault), file));
      words.add(0, "sync");
      long begin = System.nanoTime();
      probe.besides(node, words.toArray(String[]::new));
      return (System.nanoTime() - begin) / 1_000_000;
    }
  }

  /** What was synced before is there, and what was not is gone, on those that lost power only. */
  private final class Forgetting extends Proof {

    private final int count;
    private final boolean leader;
    private String led = "";

    Forgetting(int count, boolean leader) {
      this.count = count;
      this.leader = leader;
    }

    @Override
    void before() {
      led = bench.cluster().leader().id();
      for (NodeProcess node : bench.cluster().nodes()) {
        write(node, "synced", true);
        write(node, "unsynced", false);
      }
    }

    @Override
    void during(Injection fault) {
      List<String> victims = List.of(fault.target().split(","));
      assertThat(victims).hasSize(count);
      if (leader) {
        assertThat(victims).containsExactly(led);
      }
      for (NodeProcess node : bench.cluster().nodes()) {
        boolean lost = victims.contains(node.id());
        assertThat(node.isRunning()).isEqualTo(!lost);
        assertThat(read(node, "synced")).isEqualTo("synced");
        assertThat(read(node, "unsynced")).isEqualTo(lost ? "" : "unsynced");
      }
    }

    @Override
    void after(Injection fault) {
      for (NodeProcess node : bench.cluster().nodes()) {
        assertThat(file(node, "synced")).exists();
        assertThat(file(node, "synced").toFile().delete()).isTrue();
        file(node, "unsynced").toFile().delete();
      }
    }

    private static Path file(NodeProcess node, String name) {
      return node.directory().resolveSibling(name);
    }

    private static void write(NodeProcess node, String name, boolean sync) {
      try (RandomAccessFile file = new RandomAccessFile(file(node, name).toFile(), "rw")) {
        file.write(name.getBytes(StandardCharsets.UTF_8));
        if (sync) {
          file.getFD().sync();
        }
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    private static String read(NodeProcess node, String name) {
      try {
        return Files.exists(file(node, name)) ? Files.readString(file(node, name)) : "";
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
