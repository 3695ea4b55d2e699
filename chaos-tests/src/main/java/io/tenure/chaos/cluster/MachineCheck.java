package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Finds out what this machine can do, by trying it on something small. */
final class MachineCheck {

  private static final Map<Capability, Optional<String>> FOUND = new ConcurrentHashMap<>();

  private MachineCheck() {}

  static Optional<String> missing(Capability capability) {
    Optional<String> known = FOUND.get(capability);
    if (known == null) {
      known = check(capability);
      FOUND.put(capability, known);
    }
    return known;
  }

  private static Optional<String> check(Capability capability) {
    return switch (capability) {
      case ROOT -> root();
      case NETNS -> first(Capability.ROOT).or(() -> inScratch("true"));
      case NFT -> first(Capability.NETNS).or(MachineCheck::nft);
      case DELAY -> first(Capability.NFT, Capability.SHIMS).or(MachineCheck::queue);
      case DISK -> first(Capability.ROOT, Capability.SHIMS).or(MachineCheck::disk);
      case SHIMS -> shims();
      case MEMORY -> first(Capability.ROOT).or(MachineCheck::memory);
      case DOCKER -> DockerCheck.missing();
      case TLS -> Optional.empty();
    };
  }

  private static Optional<String> first(Capability... needed) {
    return List.of(needed).stream().flatMap(each -> missing(each).stream()).findFirst();
  }

  private static Optional<String> root() {
    try {
      return user() == 0 ? Optional.empty() : Optional.of("not root");
    } catch (UncheckedIOException | UnsupportedOperationException notLinux) {
      return Optional.of("not Linux");
    }
  }

  /** The number of the user that the harness runs as. */
  static int user() {
    try {
      return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (IOException notLinux) {
      throw new UncheckedIOException(notLinux);
    }
  }

  /** Runs the shell line in a network namespace that is then removed. */
  private static Optional<String> inScratch(String line) {
    String name = Mark.next();
    try {
      Optional<String> failed = failure(List.of("ip", "netns", "add", name), "");
      return failed.isPresent()
          ? failed
          : failure(List.of("nsenter", "--net=/run/netns/" + name, "sh", "-c", line), "");
    } finally {
      ShellCommand.tried(List.of("ip", "netns", "del", name), "");
    }
  }

  private static Optional<String> nft() {
    return inScratch(
        "echo 'table bridge t { chain c { type filter hook forward priority 0;"
            + " numgen random mod 1000 < 1 drop; }; }' | nft -f -");
  }

  private static Optional<String> queue() {
    return inScratch(
        "iptables -A FORWARD -j NFQUEUE --queue-num 1 --queue-bypass"
            + " && grep -q 1 /proc/sys/net/bridge/bridge-nf-call-iptables");
  }

  private static Optional<String> shims() {
    try {
      for (Shims each : Shims.values()) {
        each.file();
      }
      return Optional.empty();
    } catch (IllegalStateException | UncheckedIOException failure) {
      return Optional.of(shortened(String.valueOf(failure.getMessage())));
    }
  }

  private static Optional<String> memory() {
    if (MemoryControl.root().isEmpty()) {
      return Optional.of("no control groups that limit memory");
    }
    Path group = MemoryControl.root().get().resolve(Mark.next());
    try {
      Files.createDirectory(group);
      Files.delete(group);
      return Optional.empty();
    } catch (IOException failure) {
      return Optional.of(failure.toString());
    }
  }

  private static Optional<String> disk() {
    String line =
        """
        set -e
        d=$(mktemp -d); trap 'umount $d/m 2>/dev/null; rm -rf $d' EXIT
        mkdir $d/m; truncate -s 8M $d/i; mkfs.ext4 -q $d/i; mount -o loop $d/i $d/m
        fsfreeze -f $d/m; fsfreeze -u $d/m; fallocate -l 4096 $d/m/f
        command -v e2fsck
        """;
    return failure(List.of("sh", "-c", line), "");
  }

  private static Optional<String> failure(List<String> command, String input) {
    ShellCommand.Ended ended = ShellCommand.tried(command, input);
    return ended.isGood() ? Optional.empty() : Optional.of(shortened(ended.output()));
  }

  private static String shortened(String output) {
    String line = output.strip().lines().findFirst().orElse("it failed without a word");
    return line.length() > 160 ? line.substring(0, 160) : line;
  }
}
