package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Identity;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** Which node a command is about; options that several commands have. */
final class NodeArguments {
  private static final Logger log = LoggerFactory.getLogger(NodeArguments.class);

  private final String command;
  private final Map<String, String> environment;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration of the cluster (or TENURE_CONFIG).")
  private @Nullable String config;

  @Option(
      names = "--node",
      paramLabel = "ID",
      description = "Which of its nodes this is (or TENURE_NODE).")
  private @Nullable String node;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where this node keeps everything (or TENURE_DATA).")
  private @Nullable String data;

  NodeArguments(String command, Map<String, String> environment) {
    this.command = command;
    this.environment = environment;
  }

  ClusterConfig cluster() throws ConfigException {
    Path file = Path.of(required("--config", config, "TENURE_CONFIG"));
    ClusterConfig cluster = ConfigFile.read(file, environment);
    cluster.warnings().forEach(warning -> log.warn("{}: {}", file, warning));
    return cluster;
  }

  NodeConfig self(ClusterConfig cluster) {
    String id = required("--node", node, "TENURE_NODE");
    Optional<NodeConfig> found = cluster.node(id);
    return found.orElseThrow(
        () ->
            new StartupException(
                ExitCode.USAGE,
                "--node: there is no node "
                    + id
                    + " in "
                    + required("--config", config, "TENURE_CONFIG")
                    + "; allowed: "
                    + String.join(", ", cluster.nodes().stream().map(NodeConfig::id).toList())));
  }

  Path data() {
    return Path.of(required("--data", data, "TENURE_DATA"));
  }

  /** Who a node is by its configuration. */
  static Identity identity(ClusterConfig cluster, NodeConfig self) {
    return Identity.configured(
        cluster.groupId(),
        founder(self),
        cluster.nodes().stream().map(NodeArguments::founder).toList());
  }

  private static Founder founder(NodeConfig node) {
    return Founder.of(node.id(), node.raftAddress());
  }

  private String required(String option, @Nullable String given, String variable) {
    String value = given != null ? given : environment.getOrDefault(variable, "");
    if (value.isBlank()) {
      throw new StartupException(
          ExitCode.USAGE,
          option + " is missing (or set " + variable + "); see tenure " + command + " --help");
    }
    return value;
  }
}
