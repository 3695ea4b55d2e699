package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A process that takes the packets of some links and lets them go later. */
final class LateLink {

  private static final int TRIES = 20;
  private static final int FIRST_QUEUE = 1000;
  private static final int QUEUES = 60_000;
  private static final long END_SECONDS = 10;

  private final List<String> inSwitch;
  private final String chain = Mark.next();
  private final Process process;

  private LateLink(List<String> inSwitch, Process process) {
    this.inSwitch = inSwitch;
    this.process = process;
  }

  static LateLink start(Hosts hosts, Collection<NetworkLink> links, Lateness lateness, long seed) {
    SplittableRandom random = new SplittableRandom();
    for (int i = 0; i < TRIES; i++) {
      int queue = FIRST_QUEUE + random.nextInt(QUEUES); // another run may have the same switch
      Process process = launch(hosts.inSwitch(), lateness, queue, seed);
      if (isReady(process)) {
        LateLink started = new LateLink(hosts.inSwitch(), process);
        started.direct(links, hosts, queue);
        return started;
      }
      process.destroyForcibly();
    }
    throw new IllegalStateException("no queue for packets could be had");
  }

  private static Process launch(List<String> inSwitch, Lateness lateness, int queue, long seed) {
    List<String> command = new ArrayList<>(inSwitch);
    command.addAll(
        List.of(
            Shims.LATE_LINK.file().toString(),
            Integer.toString(queue),
            Long.toString(lateness.delay().toNanos() / 1000),
            Long.toString(lateness.jitter().toNanos() / 1000),
            Integer.toString(lateness.kilobitsPerSecond()),
            lateness.reorder() ? "1" : "0",
            Long.toString(seed)));
    try {
      return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static boolean isReady(Process process) {
    try {
      return new String(process.getInputStream().readNBytes(5), StandardCharsets.US_ASCII)
          .equals("ready");
    } catch (IOException ended) {
      return false;
    }
  }

  /** The bypass lets packets pass when the process is gone. */
  private void direct(Collection<NetworkLink> links, Hosts hosts, int queue) {
    iptables("-N", chain);
    for (NetworkLink link : links) {
      String from = hosts.address(link.from());
      String to = hosts.address(link.to());
      String number = Integer.toString(queue);
      iptables(
          "-A",
          chain,
          "-s",
          from,
          "-d",
          to,
          "-j",
          "NFQUEUE",
          "--queue-num",
          number,
          "--queue-bypass");
    }
    iptables("-I", "FORWARD", "-j", chain);
  }

  private void iptables(String... words) {
    ShellCommand.run(
        ShellCommand.joined(ShellCommand.joined(inSwitch, "iptables", "-w", "5"), words));
  }

  boolean isRunning() {
    return process.isAlive();
  }

  void close() {
    if (!isRunning()) {
      return;
    }
    try {
      iptables("-D", "FORWARD", "-j", chain);
      iptables("-F", chain);
      iptables("-X", chain);
      process.getOutputStream().close(); // it lets go what it holds, and ends
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  static void removeLeftovers() {
    ShellCommand.tried(List.of("iptables", "-w", "5", "-S"), "")
        .output()
        .lines()
        .filter(line -> line.startsWith("-N "))
        .map(line -> line.substring(3).strip())
        .filter(Mark::isLeftover)
        .forEach(
            chain -> {
              List<String> iptables = List.of("iptables", "-w", "5");
              ShellCommand.tried(ShellCommand.joined(iptables, "-D", "FORWARD", "-j", chain), "");
              ShellCommand.tried(ShellCommand.joined(iptables, "-F", chain), "");
              ShellCommand.tried(ShellCommand.joined(iptables, "-X", chain), "");
            });
  }
}
