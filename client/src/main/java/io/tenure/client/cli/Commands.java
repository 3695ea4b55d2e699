package io.tenure.client.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.HelpCommand;

/** All commands by their names, in the order of the help. */
final class Commands {

  static final String[] FOOTER = {
    "",
    "Examples:",
    "  tenure local                                       a cluster of three on this machine",
    "  tenure run --resource nightly -- ./backup.sh       a command that runs nowhere else",
    "  tenure claim db-master --ttl 60 --wait 300         a claim, for scripts",
    "  tenure show db-master                              who holds it, who waits",
    "",
    "TENURE_URL has the addresses of the nodes, separated by commas; http://127.0.0.1:8081 if it"
        + " is",
    "not set. `tenure COMMAND --help` tells the rest, exit codes too."
  };

  private final Surroundings surroundings;
  private final Map<String, Function<Surroundings, Object>> byName = new LinkedHashMap<>();

  Commands(Surroundings surroundings) {
    this.surroundings = surroundings;
    byName.put("run", RunCommand::new);
    byName.put("claim", ClaimCommand::new);
    byName.put("release", ReleaseCommand::new);
    byName.put("renew", RenewCommand::new);
    byName.put("show", ShowCommand::new);
    byName.put("list", ListCommand::new);
    byName.put("queue", QueueCommand::new);
    byName.put("watch", WatchCommand::new);
    byName.put("revoke", RevokeCommand::new);
    byName.put("cluster", ClusterCommand::new);
    byName.put("health", HealthCommand::new);
    byName.put("keychain", KeychainCommand::new);
    byName.put("runner", RunnerCommand::new);
    byName.put("locket", LocketCommand::new);
  }

  /** The one of this name, if it needs none of the others. */
  Optional<Object> only(String name) {
    return Optional.ofNullable(byName.get(name)).map(make -> make.apply(surroundings));
  }

  Map<String, Object> all() {
    Map<String, Object> commands = new LinkedHashMap<>();
    byName.forEach((name, make) -> commands.put(name, make.apply(surroundings)));
    commands.put("local", ServerCommand.spec("Runs a whole cluster on this machine."));
    commands.put("bootstrap", ServerCommand.spec("Makes the data directory of a new node."));
    commands.put("node", ServerCommand.spec("Runs one node of a cluster."));
    commands.put("config", ServerCommand.spec("Checks configurations and explains settings."));
    commands.put("auth", ServerCommand.spec("Tells who may do what by the rules."));
    commands.put("certs", ServerCommand.spec("Makes certificates for the nodes of a cluster."));
    commands.put(
        "chaos", ServerCommand.spec("Breaks a cluster on purpose and checks its promises."));
    commands.put("verify", ServerCommand.spec("Checks the promises of your own running cluster."));
    commands.put("completion", new CompletionCommand());
    commands.put("help", new HelpCommand());
    return commands;
  }
}
