package io.tenure.bench;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code bench}. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures a Tenure cluster on this machine, fsync on, and its peers beside it.",
      "",
      "pairs: acquire and release a resource of one's own. renewals: renew a held lease.",
      "reads: linearizable read of a claim. handoff: 32 waiters on one resource.",
      "--dialect does the same work through Tenure's other APIs, and prints the ratio to claims.",
      ""
    })
public final class Main implements Callable<Integer> {
  @Mixin private final BenchOptions options = new BenchOptions();

  private Main() {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    try {
      new Bench(options).run();
      return 0;
    } catch (IOException e) {
      System.err.println("bench: " + e.getMessage());
      return 1;
    }
  }
}
