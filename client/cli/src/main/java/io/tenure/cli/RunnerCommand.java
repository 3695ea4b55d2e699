package io.tenure.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.cli.run.Signals;
import io.tenure.cli.runner.ClaimRunnerLock;
import io.tenure.cli.runner.LockRunner;
import io.tenure.cli.runner.LockedKey;
import io.tenure.cli.runner.LocketClient;
import io.tenure.cli.runner.LocketLock;
import io.tenure.cli.runner.PresenceRunner;
import io.tenure.cli.runner.RunnerLock;
import io.tenure.cli.runner.RunnerTiming;
import io.tenure.client.machine.Keyring;
import io.tenure.client.machine.Tuning;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps a lock or a presence for as long as the process lives. */
@Command(
    name = "runner",
    description = "Holds a lock, or a presence, for as long as it runs.",
    footer = {
      "",
      "`lock` prints `ready` once it has the lock, and ends with 76 as soon as it is lost.",
      "`presence` never ends by itself, and gets the lock back. A signal releases and ends both.",
      "With --locket (TENURE_LOCKET) they use the Locket API, else claims at --url.",
      "",
      "Examples:",
      "  tenure runner lock bbs --owner $(hostname)",
      "  tenure runner presence cell-7 --owner cell-7 --locket 10.0.0.1:9081,10.0.0.2:9081",
      "  tenure runner lock bbs --owner a --json | while read event; do ...; done",
      "",
      "Exit codes: 0 ended by a signal, 76 lost, 77 not allowed when it began, 2 usage."
    })
final class RunnerCommand extends ClientCommand {

  @Mixin private final LocketArguments locket;

  @Parameters(index = "0", paramLabel = "lock|presence", description = "Which runner.")
  private String kind = "";

  @Parameters(index = "1", paramLabel = "KEY", description = "The lock's name.")
  private String key = "";

  @Option(
      names = "--owner",
      paramLabel = "NAME",
      required = true,
      description = "Our name; nobody else may use it.")
  private String owner = "";

  @Option(names = "--value", paramLabel = "TEXT", description = "Any text that everybody can read.")
  private String value = "";

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "How long the lease lasts without a renewal; 15s by default.")
  private Duration ttl = Duration.ofSeconds(15);

  @Option(
      names = "--retry",
      paramLabel = "DURATION",
      description = "Time between attempts; 5s by default.")
  private Duration retry = Duration.ofSeconds(5);

  private @Nullable Keyring keyring;
  private @Nullable LocketClient calls;

  RunnerCommand(CommandContext context) {
    super(context);
    this.locket = new LocketArguments(context.environment());
  }

  @Override
  int execute() {
    boolean presence = kind.equals("presence");
    if (!presence && !kind.equals("lock")) {
      throw new CommandException(
          ExitCode.USAGE, "'" + kind + "' is not a runner; allowed: lock, presence");
    }
    RunnerTiming timing = timing();
    CompletableFuture<Integer> end = new CompletableFuture<>();
    Signals.listen(Signals.ENDING, name -> end.complete(ExitCode.OK));
    RefusedAtFirst lock = new RefusedAtFirst(lock(timing, presence), end);
    int code = presence ? keepPresence(lock, timing, end) : keepLock(lock, end);
    if (keyring != null) {
      keyring.close();
    }
    if (calls != null) {
      calls.close();
    }
    if (code == ExitCode.NOT_ALLOWED) {
      throw new CommandException(code, Refusal.notAllowed(lock.reason()));
    }
    return code;
  }

  /** Ends the runner if its credentials are refused before it was ever ready. */
  private static final class RefusedAtFirst implements RunnerLock {
    private final RunnerLock lock;
    private final CompletableFuture<Integer> end;
    private volatile String reason = "";
    private volatile boolean ready;

    RefusedAtFirst(RunnerLock lock, CompletableFuture<Integer> end) {
      this.lock = lock;
      this.end = end;
    }

    String reason() {
      return reason;
    }

    @Override
    public void seek(Watcher watcher) {
      lock.seek(
          new Watcher() {
            @Override
            public void acquired(long fencingToken) {
              ready = true;
              watcher.acquired(fencingToken);
            }

            @Override
            public void notYet(String why) {
              watcher.notYet(why);
            }

            @Override
            public void notAllowed(String why) {
              if (ready) {
                watcher.notYet(why);
              } else {
                reason = why;
                end.complete(ExitCode.NOT_ALLOWED);
              }
            }

            @Override
            public void lost(String why) {
              watcher.lost(why);
            }
          });
    }

    @Override
    public void close() {
      lock.close();
    }
  }

  private int keepLock(RunnerLock lock, CompletableFuture<Integer> end) {
    try (LockRunner runner = LockRunner.start(lock, reason -> tell("waiting", reason, 0))) {
      runner.ready().thenAccept(token -> tell("ready", "", token));
      runner
          .ended()
          .exceptionally(
              lost -> {
                Throwable cause = lost.getCause() == null ? lost : lost.getCause();
                tell("lost", String.valueOf(cause.getMessage()), 0);
                end.complete(ExitCode.LOST);
                return null;
              });
      return end.join();
    }
  }

  private int keepPresence(RunnerLock lock, RunnerTiming timing, CompletableFuture<Integer> end) {
    RunnerLock.Watcher observer =
        new RunnerLock.Watcher() {
          @Override
          public void acquired(long fencingToken) {
            tell("ready", "", fencingToken);
          }

          @Override
          public void notYet(String reason) {
            tell("waiting", reason, 0);
          }

          @Override
          public void lost(String reason) {
            tell("lost", reason, 0);
          }
        };
    PresenceRunner runner = PresenceRunner.start(lock, observer, timing.retry());
    int code = end.join();
    runner.close();
    return code;
  }

  private RunnerLock lock(RunnerTiming timing, boolean presence) {
    if (!locket.addresses().isEmpty()) {
      calls = locket.open(options());
      LockedKey.Type type = presence ? LockedKey.Type.PRESENCE : LockedKey.Type.LOCK;
      return new LocketLock(calls, new LockedKey(key, owner, value, type), timing);
    }
    keyring = Keyring.open(options().settings(), Tuning.DEFAULT);
    ObjectNode data = Nodes.JSON.createObjectNode().put("owner", owner).put("value", value);
    return new ClaimRunnerLock(keyring, key, Optional.of(data.toString()), timing);
  }

  private RunnerTiming timing() {
    try {
      return new RunnerTiming(ttl, retry);
    } catch (IllegalArgumentException wrong) {
      throw new CommandException(ExitCode.USAGE, String.valueOf(wrong.getMessage()));
    }
  }

  private synchronized void tell(String event, String detail, long token) {
    if (json()) {
      ObjectNode line = Nodes.JSON.createObjectNode().put("event", event).put("key", key);
      if (token > 0) {
        line.put("fencing_token", token);
      }
      print(detail.isEmpty() ? line : line.put("detail", detail));
      return;
    }
    String text = token > 0 ? ", fencing token " + token : detail.isEmpty() ? "" : ": " + detail;
    out().println(event + Terminal.printable(text));
    out().flush();
  }
}
