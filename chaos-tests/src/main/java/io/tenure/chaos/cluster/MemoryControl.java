package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The memory of one running node, which the kernel limits by a control group, old style or new. */
public final class MemoryControl {

  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final long STEP = 2L << 20;
  private static final int TRIES = 100;
  private static final long PAUSE_MILLIS = 20;
  private static final String ENDLESS_OLD = "-1";
  private static final String ENDLESS_NEW = "max";

  private final Path group;

  private MemoryControl(Path group) {
    this.group = group;
  }

  /** Where groups are made; empty if this machine has none that limits memory. */
  static Optional<Path> root() {
    Path old = ROOT.resolve("memory");
    if (Files.exists(old.resolve("memory.limit_in_bytes"))) {
      return Optional.of(old);
    }
    return controlsMemory(ROOT) ? Optional.of(ROOT) : Optional.empty();
  }

  private static boolean controlsMemory(Path path) {
    try {
      return Files.readString(path.resolve("cgroup.subtree_control")).contains("memory");
    } catch (IOException none) {
      return false;
    }
  }

  /** Puts a process into a group of its own. */
  static void enter(String name, long pid) {
    try {
      Path group = root().orElseThrow().resolve(name);
      Files.createDirectories(group);
      Files.writeString(group.resolve("cgroup.procs"), Long.toString(pid));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Removes the groups whose names begin so; their processes have ended. */
  static void remove(String prefix) {
    groups(name -> name.startsWith(prefix)).forEach(group -> group.toFile().delete());
  }

  /** Removes the groups of dead processes, with all that runs in them. */
  static void removeLeftovers() {
    for (Path group : groups(Mark::isLeftover)) {
      ShellCommand.tried(List.of("sh", "-c", "kill -9 $(cat " + group + "/cgroup.procs)"), "");
      for (int i = 0; i < TRIES && !group.toFile().delete(); i++) {
        Waiting.sleep(PAUSE_MILLIS, TimeUnit.MILLISECONDS); // until they have ended
      }
    }
  }

  private static List<Path> groups(Predicate<String> name) {
    Optional<Path> root = root();
    if (root.isEmpty()) {
      return List.of();
    }
    try (var groups = Files.list(root.get())) {
      return groups.filter(group -> name.test(group.getFileName().toString())).toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The group that a process is in. */
  static MemoryControl of(long pid) {
    Path root = root().orElseThrow();
    try {
      List<String> lines = Files.readAllLines(Path.of("/proc", Long.toString(pid), "cgroup"));
      return lines.stream()
          .map(line -> line.split(":", 3))
          .filter(parts -> root.equals(ROOT) ? parts[1].isEmpty() : parts[1].equals("memory"))
          .map(parts -> new MemoryControl(root.resolve("./" + parts[2]).normalize()))
          .findFirst()
          .orElseThrow();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Leaves it hardly more than it has; the next larger wish ends it. Returns the limit in bytes.
   */
  public long squeeze() {
    IOException last = new IOException("no limit was accepted");
    for (int i = 0; i < TRIES; i++) {
      try {
        long limit = used() + (i - TRIES / 4) * STEP;
        write(Long.toString(limit));
        return limit;
      } catch (IOException moreIsInUse) {
        last = moreIsInUse;
      }
    }
    throw new UncheckedIOException(last);
  }

  /** Takes the limit away; a group that ended with its process needs nothing. */
  public void heal() {
    try {
      if (Files.exists(group)) {
        write(isOld() ? ENDLESS_OLD : ENDLESS_NEW);
      }
    } catch (IOException gone) {
      if (Files.exists(group)) {
        throw new UncheckedIOException(gone);
      }
    }
  }

  /** How often it wished for more than the limit; 0 if the group has ended. */
  public long refusals() {
    try {
      return isOld()
          ? Long.parseLong(Files.readString(group.resolve("memory.failcnt")).strip())
          : Files.readAllLines(group.resolve("memory.events")).stream()
              .filter(line -> line.startsWith("max "))
              .mapToLong(line -> Long.parseLong(line.substring("max ".length())))
              .sum();
    } catch (IOException gone) {
      return 0;
    }
  }

  private long used() throws IOException {
    String file = isOld() ? "memory.usage_in_bytes" : "memory.current";
    return Long.parseLong(Files.readString(group.resolve(file)).strip());
  }

  private void write(String limit) throws IOException {
    Files.writeString(group.resolve(isOld() ? "memory.limit_in_bytes" : "memory.max"), limit);
  }

  private boolean isOld() {
    return Files.exists(group.resolve("memory.limit_in_bytes"));
  }
}
