package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.NodeConfig;
import io.tenure.jraft.FirstSnapshot;
import io.tenure.jraft.RecoveredState;
import io.tenure.kernel.LeaseVersion;
import io.tenure.node.backup.BackupFile;
import io.tenure.node.backup.Workspace;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the data directory of a member of a new cluster, which begins with a backup. */
@Command(
    name = "restore",
    description = {
      "Makes the data directory of one node of a new cluster that begins with a backup. Once per"
          + " node, with the same file and the same epoch on all of them.",
      "The new cluster may have any number of nodes. Nothing of the old one can join it."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  tenure restore tenure.backup --config conf/3-nodes.conf --node n1 --data /var/lib/tenure",
      "  tenure node                  --config conf/3-nodes.conf --node n1 --data /var/lib/tenure",
      "",
      "A backup that was restored before needs a larger --epoch than it had then, or numbers that",
      "were handed out in between are handed out again."
    })
final class RestoreCommand implements Callable<Integer> {

  private static final long MICROS_PER_SECOND = 1_000_000;

  @Parameters(paramLabel = "FILE", description = "What `tenure backup` made.")
  private @Nullable Path file;

  @Mixin private final NodeArguments arguments;

  @Option(
      names = "--epoch",
      paramLabel = "NUMBER",
      description = "Epoch of the new cluster, up to 511; by default one more than the backup's.")
  private @Nullable Long epoch;

  @Spec private @Nullable CommandSpec spec;

  RestoreCommand(Map<String, String> environment) {
    arguments = new NodeArguments("restore", environment);
  }

  @Override
  public Integer call() throws ConfigException, IOException {
    ClusterConfig cluster = arguments.cluster();
    NodeConfig self = arguments.self(cluster);
    Identity configured = NodeArguments.identity(cluster, self);
    try (DataDirectory directory = DataDirectory.open(arguments.data())) {
      directory.requireEmpty();
      restore(directory, configured);
    }
    return ExitCode.OK;
  }

  private void restore(DataDirectory directory, Identity configured) throws IOException {
    try (Workspace work = Workspace.in(directory.path())) {
      Path files = Files.createDirectory(work.path().resolve("backup"));
      Path fresh = Files.createDirectory(work.path().resolve("fresh"));
      BackupFile backup = BackupFile.unpack(requireFile(), files);
      try (RecoveredState state = RecoveredState.of(files, work.path().resolve("copy"))) {
        long next = epochAfter(backup.head().place().epoch());
        state.raiseEpoch(next);
        FirstSnapshot.write(state, addresses(configured), fresh);
        directory.install(fresh);
        directory.keep(configured.restoredFrom(backup.name(), next));
        report(directory, configured, state);
      }
    }
  }

  private Path requireFile() {
    if (file == null) {
      throw new IllegalStateException("used without a command line");
    }
    return file;
  }

  private long epochAfter(long own) {
    long next = epoch == null ? own + 1 : epoch;
    if (next <= own || next > LeaseVersion.LAST_EPOCH) {
      throw new StartupException(
          ExitCode.USAGE,
          "--epoch: must be %d to %d, not %d: the backup is of epoch %d"
              .formatted(own + 1, LeaseVersion.LAST_EPOCH, next, own));
    }
    return next;
  }

  private static List<String> addresses(Identity configured) {
    return configured.founders().stream().map(each -> each.raftAddress()).toList();
  }

  private void report(DataDirectory directory, Identity configured, RecoveredState state) {
    out()
        .println(
            directory.path()
                + " is ready for "
                + configured.node()
                + ", in epoch "
                + state.head().table().lastVersion().epoch()
                + "; start it with `tenure node`");
    if (!configured.others().isEmpty()) {
      out().println("restore the same file, with the same epoch, also for " + others(configured));
    }
    state
        .longestLeaseMicros()
        .ifPresent(
            micros ->
                out()
                    .println(
                        "some leases may have been renewed after the backup was taken: to be sure"
                            + " that they are over, start no sooner than "
                            + (micros + MICROS_PER_SECOND - 1) / MICROS_PER_SECOND
                            + " s after the old cluster ended"));
  }

  private static String others(Identity configured) {
    return String.join(", ", configured.others().stream().map(each -> each.id()).toList());
  }

  private PrintWriter out() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    return spec.commandLine().getOut();
  }
}
