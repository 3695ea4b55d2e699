package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.NodeConfig;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Makes the data directory of a founding member, once, apart from the command that runs it. */
@Command(
    name = "bootstrap",
    description = {
      "Makes the data directory of one node of a new cluster. Once per node, before its first"
          + " start.",
      "Never for a node that was a member before and lost its data: acknowledged writes could be"
          + " lost."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  tenure bootstrap --config conf/3-nodes.conf --node n1 --data /var/lib/tenure",
      "  tenure node      --config conf/3-nodes.conf --node n1 --data /var/lib/tenure",
      "",
      "The cluster begins when all of its nodes are bootstrapped and started."
    })
final class BootstrapCommand implements Callable<Integer> {

  @Mixin private final NodeArguments arguments;
  @Spec private @Nullable CommandSpec spec;

  BootstrapCommand(Map<String, String> environment) {
    arguments = new NodeArguments("bootstrap", environment);
  }

  @Override
  public Integer call() throws ConfigException {
    ClusterConfig cluster = arguments.cluster();
    NodeConfig self = arguments.self(cluster);
    try (DataDirectory directory = DataDirectory.open(arguments.data())) {
      directory.bootstrap(NodeArguments.identity(cluster, self));
      out()
          .println(
              directory.path() + " is ready for " + self.id() + "; start it with `tenure node`");
    }
    return ExitCode.OK;
  }

  private PrintWriter out() {
    if (spec == null) {
      throw new IllegalStateException("used without a command line");
    }
    return spec.commandLine().getOut();
  }
}
