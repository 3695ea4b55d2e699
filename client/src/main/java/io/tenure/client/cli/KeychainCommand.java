package io.tenure.client.cli;

import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import io.tenure.client.cli.run.Signals;
import io.tenure.client.keychain.Keychain;
import io.tenure.client.keychain.ParentProcess;
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
      "docs/keychain.md has the protocol.",
      "",
      "Examples:",
      "  tenure keychain --url http://10.0.0.1:8081,http://10.0.0.2:8081 --on-close abort",
      "  echo '{\"id\": 1, \"do\": \"ping\"}' | tenure keychain",
      "",
      "Exit codes: 0 the main program closed its end, 128+n ended by signal n, 2 usage."
    })
final class KeychainCommand extends ClientCommand {

  @Option(names = "--ttl", paramLabel = "SECONDS", description = "Of claims without one; 15.")
  private double ttl = 15;

  @Option(
      names = "--on-close",
      paramLabel = "abort|release",
      description =
          "What becomes of the claims when the main program has closed its end: release (default)"
              + " gives them back and tries for up to 10 seconds, abort is quick.")
  private String onClose = "release";

  @Option(
      names = "--kill-parent",
      description = "When a claim is lost, stop the process that started this: TERM, then KILL.")
  private boolean killParent;

  @Option(
      names = "--kill-grace",
      paramLabel = "SECONDS",
      description = "Between TERM and KILL; 5 by default.")
  private double killGrace = 5;

  KeychainCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  public Integer call() throws InterruptedException {
    ParentProcess parent = new ParentProcess(SecondsOption.duration("--kill-grace", killGrace));
    Keychain.OnClose choice = choice();
    Duration patience = Duration.ofSeconds(choice == Keychain.OnClose.ABORT ? 3 : 10);
    Keychain.Options options =
        new Keychain.Options(
            Version.current(), SecondsOption.duration("--ttl", ttl), choice, patience);
    try (Keyring keyring = Keyring.open(connection().toTransport(), Tuning.DEFAULT)) {
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
