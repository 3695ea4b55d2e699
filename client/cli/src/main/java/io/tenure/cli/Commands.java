package io.tenure.cli;

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
    "  tenure claim db-master --ttl 60s --wait 5m         a claim, for scripts",
    "  tenure show db-master                              who holds it, who waits",
    "",
    "TENURE_URL, or --url, has the addresses of nodes; http://127.0.0.1:8081 if neither is set.",
    "Options may stand before the command or after it. Durations are written 500ms, 30s, 5m, 1h;",
    "a bare number is seconds. `tenure COMMAND --help` tells the rest, exit codes too."
  };

  private final CommandContext context;
  private final Map<String, Function<CommandContext, Object>> byName = new LinkedHashMap<>();

  Commands(CommandContext context) {
    this.context = context;
    byName.put("run", RunCommand::new);
    byName.put("claim", ClaimCommand::new);
    byName.put("release", ReleaseCommand::new);
    byName.put("renew", RenewCommand::new);
    byName.put("show", ShowCommand::new);
    byName.put("list", ListCommand::new);
    byName.put("queue", QueueCommand::new);
    byName.put("resources", ResourcesCommand::new);
    byName.put("watch", WatchCommand::new);
    byName.put("events", EventsCommand::new);
    byName.put("revoke", RevokeCommand::new);
    byName.put("cluster", ClusterCommand::new);
    byName.put("members", MembersCommand::new);
    byName.put("leader", LeaderCommand::new);
    byName.put("rotation", RotationCommand::new);
    byName.put("health", HealthCommand::new);
    byName.put("version", VersionCommand::new);
    byName.put("keychain", KeychainCommand::new);
    byName.put("runner", RunnerCommand::new);
    byName.put("locket", LocketCommand::new);
  }

  /** The one of this name, if it needs none of the others. */
  Optional<Object> only(String name) {
    return Optional.ofNullable(byName.get(name)).map(make -> make.apply(context));
  }

  /** Those that this program does itself. */
  Map<String, Object> own() {
    Map<String, Object> commands = new LinkedHashMap<>();
    byName.forEach((name, make) -> commands.put(name, make.apply(context)));
    return commands;
  }

  Map<String, Object> all() {
    Map<String, Object> commands = own();
    ServerCommand.DESCRIPTIONS.forEach(
        (name, description) -> commands.put(name, ServerCommand.spec(description)));
    commands.put("completion", new CompletionCommand(context));
    commands.put("help", new HelpCommand());
    return commands;
  }
}
