package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import io.tenure.config.SettingListing;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells about configurations. */
@Command(
    name = "config",
    description = "Checks a configuration, or lists all settings.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Examples:",
      "  tenure config check conf/3-nodes.conf",
      "  TENURE_ELECTION_TIMEOUT=1s tenure config check conf/3-nodes.conf",
      "  tenure config list"
    })
final class ConfigCommand implements Runnable {
  private final Map<String, String> environment;

  @Spec private @Nullable CommandSpec spec;

  ConfigCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public void run() {
    throw new ParameterException(spec().commandLine(), "say what: check FILE, or list");
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    return spec;
  }

  private PrintWriter out() {
    return spec().commandLine().getOut();
  }

  @Command(
      name = "check",
      description = "Reads a configuration as a node would, and tells all that is wrong with it.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  tenure config check conf/3-nodes.conf"})
  int check(@Parameters(paramLabel = "FILE") Path file) throws ConfigException {
    ClusterConfig cluster = ConfigFile.read(file, environment);
    new Credentials(cluster, file.toAbsolutePath().resolveSibling("")).close();
    cluster.warnings().forEach(warning -> out().println(file + ": warning: " + warning));
    out().println(file + ": cluster " + cluster.name() + ", nodes: " + cluster.nodes().size());
    for (NodeConfig node : cluster.nodes()) {
      String tls = cluster.peerTls(node).map(files -> ", TLS " + files.certificate()).orElse("");
      out()
          .println(
              "  "
                  + node.id()
                  + "  "
                  + cluster.httpUrl(node)
                  + "  raft "
                  + node.raftAddress()
                  + tls);
    }
    return ExitCode.OK;
  }

  @Command(
      name = "list",
      description = "Lists all settings: key, type, default, what is allowed, what it means.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  tenure config list | grep -A1 election"})
  int list() {
    out().print(SettingListing.text());
    out().flush();
    return ExitCode.OK;
  }
}
