package io.tenure.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.cli.runner.LockedKey;
import io.tenure.cli.runner.LocketClient;
import io.tenure.cli.runner.LocketException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes single calls to the Locket API. */
@Command(
    name = "locket",
    description = "Calls the Locket API (gRPC): lock, fetch, release, fetch-all.",
    footer = {
      "",
      "Examples:",
      "  export TENURE_LOCKET=127.0.0.1:9081,127.0.0.1:9082",
      "  tenure locket lock bbs me --ttl 15 --value 10.0.0.7",
      "  tenure locket fetch bbs",
      "  tenure locket fetch-all --type presence --json",
      "  tenure locket release bbs me",
      "",
      "A lock has to be taken again before its ttl is over; `tenure runner` does that.",
      "",
      "Exit codes: 0 done, 75 another owner has it, 77 not allowed, 69 no answer, 1 refused."
    })
final class LocketCommand extends ClientCommand {

  private static final String TYPES = "lock|presence";

  @Mixin private final LocketArguments locket;

  LocketCommand(CommandContext context) {
    super(context);
    this.locket = new LocketArguments(context.environment());
  }

  @Override
  int execute() {
    throw new CommandException(
        ExitCode.USAGE, "which call? lock, fetch, release or fetch-all; see tenure locket --help");
  }

  @Command(
      name = "lock",
      description = "Takes a lock, or renews it.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  tenure locket --locket 127.0.0.1:9081 lock bbs me --ttl 15"})
  int lock(
      @Parameters(paramLabel = "KEY") String key,
      @Parameters(paramLabel = "OWNER") String owner,
      @Option(names = "--ttl", paramLabel = "DURATION", defaultValue = "15s") Duration ttl,
      @Option(names = "--value", paramLabel = "TEXT", defaultValue = "") String value,
      @Option(names = "--type", paramLabel = TYPES, defaultValue = "lock") String type) {
    LockedKey lock = new LockedKey(key, owner, value, type(type));
    return with(
        calls -> {
          long token = calls.lock(lock, ttl, options().patience());
          if (json()) {
            print(object(lock).put("fencing_token", token));
          } else {
            out().println(key + " is held by " + owner + ", fencing token " + token);
          }
          return ExitCode.OK;
        });
  }

  @Command(
      name = "fetch",
      description = "Shows a lock.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  tenure locket fetch bbs --json"})
  int fetch(@Parameters(paramLabel = "KEY") String key) {
    return with(
        calls -> {
          show(List.of(calls.fetch(key, options().patience())), true);
          return ExitCode.OK;
        });
  }

  @Command(
      name = "release",
      description = "Gives a lock back.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  tenure locket release bbs me"})
  int release(
      @Parameters(paramLabel = "KEY") String key, @Parameters(paramLabel = "OWNER") String owner) {
    LockedKey lock = new LockedKey(key, owner, "", LockedKey.Type.LOCK);
    return with(
        calls -> {
          calls.release(lock, options().patience());
          if (json()) {
            print(Nodes.JSON.createObjectNode().put("key", key).put("released", true));
          } else {
            out().println(key + " is released");
          }
          return ExitCode.OK;
        });
  }

  @Command(
      name = "fetch-all",
      description = "Shows all locks of a type.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  tenure locket fetch-all --type presence"})
  int fetchAll(@Option(names = "--type", paramLabel = TYPES, defaultValue = "lock") String type) {
    return with(
        calls -> {
          show(calls.fetchAll(type(type), options().patience()), false);
          return ExitCode.OK;
        });
  }

  private int with(Function<LocketClient, Integer> call) {
    try (LocketClient calls = locket.open(options())) {
      int code = call.apply(calls);
      out().flush();
      return code;
    } catch (LocketException failure) {
      throw new CommandException(exitCode(failure), explain(failure));
    }
  }

  private void show(List<LockedKey> locks, boolean single) {
    if (json()) {
      ArrayNode all = Nodes.JSON.createArrayNode();
      locks.forEach(lock -> all.add(object(lock)));
      print(single ? all.get(0) : all);
      return;
    }
    Table table = new Table("KEY", "OWNER", "TYPE", "VALUE");
    locks.forEach(lock -> table.add(lock.key(), lock.owner(), lock.type().word(), lock.value()));
    table.print(out(), terminal());
  }

  private static ObjectNode object(LockedKey lock) {
    ObjectNode json = Nodes.JSON.createObjectNode();
    json.put("key", lock.key()).put("owner", lock.owner()).put("value", lock.value());
    return json.put("type", lock.type().word());
  }

  private static LockedKey.Type type(String word) {
    try {
      return LockedKey.Type.valueOf(word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new CommandException(
          ExitCode.USAGE, "--type: '" + word + "' is unknown; allowed: lock, presence");
    }
  }

  private static int exitCode(LocketException failure) {
    if (failure.isCollision()) {
      return ExitCode.NOT_ACQUIRED;
    }
    if (failure.isNotAllowed()) {
      return ExitCode.NOT_ALLOWED;
    }
    return failure.isPassing() ? ExitCode.UNAVAILABLE : ExitCode.REFUSED;
  }

  private static String explain(LocketException failure) {
    if (failure.isCollision()) {
      return failure.getMessage() + "; another owner has it, `tenure locket fetch KEY` shows who";
    }
    if (failure.isNotAllowed()) {
      return Refusal.notAllowed(String.valueOf(failure.getMessage()));
    }
    return failure.isPassing()
        ? failure.getMessage()
            + "; check that the nodes serve there, or set --locket (TENURE_LOCKET)"
        : String.valueOf(failure.getMessage());
  }
}
