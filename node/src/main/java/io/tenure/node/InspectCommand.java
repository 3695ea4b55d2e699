package io.tenure.node;

import io.tenure.gateway.json.JsonText;
import io.tenure.jraft.RecoveredState;
import io.tenure.jraft.StoppedMember;
import io.tenure.kernel.ClaimStatus;
import io.tenure.node.backup.BackupFile;
import io.tenure.node.backup.BackupHead;
import io.tenure.node.backup.Workspace;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells what is in a backup, or in the data directory of a node that does not run. */
@Command(
    name = "inspect",
    description = {
      "Tells what is in a backup, or in the data directory of a node that is stopped, and checks"
          + " that it is whole. Needs no node.",
      "Of several nodes that are left of a cluster, the one with the last entry of the highest"
          + " term, and of these with the highest index, has most."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  tenure inspect tenure.backup",
      "  tenure inspect /var/lib/tenure --json"
    })
final class InspectCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE|DIR", description = "A backup, or a data directory.")
  private @Nullable Path path;

  @Option(names = "--json", description = "As one JSON object; all values are texts.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  private final Map<String, String> facts = new LinkedHashMap<>();

  @Override
  public Integer call() throws IOException {
    Path inspected = path();
    if (Files.isDirectory(inspected)) {
      addDirectory(inspected);
    } else if (Files.exists(inspected)) {
      addBackup(inspected);
    } else {
      throw new StartupException(ExitCode.USAGE, "there is no " + inspected);
    }
    if (json) {
      out().println(asJson());
    } else {
      facts.forEach((name, value) -> out().printf("%-14s %s%n", name, value));
    }
    return ExitCode.OK;
  }

  private Path path() {
    if (path == null) {
      throw new IllegalStateException("used without a command line");
    }
    return path;
  }

  private void addBackup(Path file) throws IOException {
    try (Workspace work = Workspace.temporary()) {
      Path files = Files.createDirectory(work.path().resolve("backup"));
      BackupFile backup = BackupFile.unpack(file, files);
      BackupHead head = backup.head();
      facts.put("kind", "backup");
      facts.put("sha256", backup.checksum());
      facts.put("cluster", head.cluster());
      facts.put("cluster_id", head.clusterId());
      facts.put("node", head.node());
      facts.put("members", String.join(", ", head.members()));
      facts.put("taken", head.taken().toString());
      facts.put("version", head.version());
      try (RecoveredState state = RecoveredState.of(files, work.path().resolve("state"))) {
        addState(state);
      }
    }
  }

  private void addDirectory(Path data) throws IOException {
    try (DataDirectory directory = DataDirectory.openPresent(data);
        Workspace work = Workspace.in(data)) {
      Identity identity = directory.requireIdentity();
      facts.put("kind", "data directory");
      facts.put("cluster", identity.cluster());
      facts.put("cluster_id", identity.clusterId().orElse("-"));
      facts.put("node", identity.node());
      facts.put("incarnation", String.valueOf(identity.incarnation()));
      try (StoppedMember member = StoppedMember.open(data, work.path())) {
        facts.put("members", String.join(", ", member.members()));
        facts.put("state_on_disk", member.stored().toString());
        facts.put("log", "up to " + member.logged());
        addState(member.state());
      }
    }
  }

  private void addState(RecoveredState state) {
    BackupHead.Place place = BackupHead.Place.of(state.head());
    facts.put("level", String.valueOf(place.level()));
    facts.put("index", String.valueOf(place.index()));
    facts.put("term", String.valueOf(place.term()));
    facts.put("epoch", String.valueOf(place.epoch()));
    facts.put("cluster_micros", String.valueOf(place.clusterMicros()));
    facts.put("digest", place.digest());
    for (Map.Entry<ClaimStatus, Long> each : state.claims().entrySet()) {
      facts.put(each.getKey().name().toLowerCase(Locale.ROOT), String.valueOf(each.getValue()));
    }
  }

  private String asJson() {
    JsonText text = JsonText.start();
    String before = "{";
    for (Map.Entry<String, String> each : facts.entrySet()) {
      text.ascii(before).string(each.getKey()).ascii(":").string(each.getValue());
      before = ",";
    }
    return new String(text.ascii("}").toBytes(), StandardCharsets.UTF_8);
  }

  private PrintWriter out() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    return spec.commandLine().getOut();
  }
}
