package io.tenure.cli;

import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.cli.keychain.Keychain;
import io.tenure.cli.keychain.ParentProcess;
import io.tenure.cli.run.Signals;
import io.tenure.client.machine.Keyring;
import io.tenure.client.machine.Tuning;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes and renews claims for another program. */
@Command(
    name = "keychain",
    description = "Claims for a program in any language: one JSON object per line, in and out.",
    footer = {
      "",
      "The main program starts it with pipes. It renews what is held, tells what happens, and ends",
      "when its standard input is closed. A signal aborts all claims, another one ends it at once.",
      "Input and output are JSON with or without --json, which makes errors JSON too;"
          + " docs/keychain.md",
      "describes the protocol.",
      "",
      "Examples:",
      "  tenure keychain --url http://10.0.0.1:8081,http://10.0.0.2:8081 --on-close abort",
      "  echo '{\"id\": 1, \"do\": \"ping\"}' | tenure keychain",
      "",
      "Exit codes: 0 the main program closed its end, 128+n ended by signal n, 2 usage."
    })
final class KeychainCommand extends ClientCommand {

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "The ttl of claims that name none; 15s by default.")
  private Duration ttl = Duration.ofSeconds(15);

  @Option(
      names = "--on-close",
      paramLabel = "abort|release",
      description =
          "What to do with the claims when standard input is closed: release (default) tries for up"
              + " to 10 seconds, abort for up to 3.")
  private String onClose = "release";

  @Option(
      names = "--kill-parent",
      description = "When a claim is lost, stop the process that started this: TERM, then KILL.")
  private boolean killParent;

  @Option(
      names = "--kill-grace",
      paramLabel = "DURATION",
      description = "Time between TERM and KILL; 5s by default.")
  private Duration killGrace = Duration.ofSeconds(5);

  KeychainCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() throws InterruptedException {
    ParentProcess parent = new ParentProcess(killGrace);
    Keychain.OnClose choice = choice();
    Duration patience = Duration.ofSeconds(choice == Keychain.OnClose.ABORT ? 3 : 10);
    Keychain.Options options = new Keychain.Options(Version.current(), ttl, choice, patience);
    try (Keyring keyring = Keyring.open(options().settings(), Tuning.DEFAULT)) {
      Keychain keychain =
          new Keychain(
              keyring::claim,
              options,
              new FileInputStream(FileDescriptor.in),
              new FileOutputStream(FileDescriptor.out),
              killParent ? parent::stop : () -> {});
      return serve(keychain);
    }
  }

  /** Reading cannot be interrupted, so a signal ends the process from another thread. */
  private static int serve(Keychain keychain) throws InterruptedException {
    CompletableFuture<Integer> end = new CompletableFuture<>();
    Thread server = new Thread(() -> runQuietly(keychain, end), "keychain");
    server.setDaemon(true);
    Signals.listen(
        Signals.ENDING,
        name -> {
          if (!end.complete(ExitCode.SIGNAL + Signals.number(name))) {
            keychain.abortAtOnce();
          }
        });
    server.start();
    int code = end.join();
    if (code != ExitCode.OK) {
      keychain.abort();
    }
    return code;
  }

  private static void runQuietly(Keychain keychain, CompletableFuture<Integer> end) {
    try {
      keychain.serve();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      end.complete(ExitCode.OK);
    }
  }

  private Keychain.OnClose choice() {
    try {
      return Keychain.OnClose.valueOf(onClose.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new CommandException(
          ExitCode.USAGE, "--on-close: '" + onClose + "' is unknown; allowed: abort, release");
    }
  }
}
