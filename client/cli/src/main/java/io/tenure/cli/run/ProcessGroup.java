package io.tenure.cli.run;

import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A command in a process group of its own.
 *
 * <p>With a terminal in the foreground a shell with job control gives the group the terminal, so
 * that interactive programs, Ctrl-C and the like work as ever. Else {@code setsid} makes a session.
 * The command itself is the leader of the group in both cases, so that nothing outlives the group.
 */
final class ProcessGroup {

  /** Tells the group, then becomes the command, unless it is too late for that. */
  private static final String STARTER =
      "dir=$1; shift; echo $$ >\"$dir/group.new\" && mv \"$dir/group.new\" \"$dir/group\" || exit"
          + " 70; [ ! -e \"$dir/over\" ] || exit 76; exec \"$@\"";

  /** A group that is stopped (Ctrl-Z) goes on: who holds a lease has no time to rest. */
  private static final String FOREGROUND =
      "trap : HUP INT TERM; set -m; starter=$1; shift; sh -c \"$starter\" tenure-run \"$@\";"
          + " code=$?; while jobs -p >\"$1/jobs\" && [ -s \"$1/jobs\" ]; do fg >/dev/null 2>&1;"
          + " code=$?; done; exit $code";

  private final Process process;
  private final LeaseFiles files;
  private final boolean foreground;
  private volatile OptionalLong group = OptionalLong.empty();

  private ProcessGroup(Process process, LeaseFiles files, boolean foreground) {
    this.process = process;
    this.files = files;
    this.foreground = foreground;
  }

  /** Starts the watchdog; from now on it stops whatever is started with these files. */
  static void watch(LeaseFiles files) {
    List<String> command = new ArrayList<>(session());
    command.addAll(List.of("sh", "-c", watchdog(), "tenure-watchdog"));
    command.add(files.directory().toString());
    command.add(Long.toString(ProcessHandle.current().pid()));
    ProcessBuilder builder = new ProcessBuilder(command).directory(Path.of("/").toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
    start(builder);
  }

  static ProcessGroup start(ChildCommand command, LeaseFiles files, Map<String, String> lease) {
    boolean foreground = ForegroundCheck.hasTerminal();
    List<String> words = new ArrayList<>();
    if (foreground) {
      words.addAll(List.of("sh", "-c", FOREGROUND, "tenure-run", STARTER));
    } else {
      words.addAll(session());
      words.addAll(List.of("sh", "-c", STARTER, "tenure-run"));
    }
    words.add(files.directory().toString());
    words.addAll(command.words());
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    command.prepare(builder, lease);
    return new ProcessGroup(start(builder), files, foreground);
  }

  /** Completes with the command's exit code when the command, not yet its group, has ended. */
  CompletableFuture<Integer> exit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  /** Whether the command has the terminal, and so gets the terminal's signals without us. */
  boolean hasTerminal() {
    return foreground;
  }

  /** Sends a signal to all of the group; says whether there was anybody. */
  boolean signal(String name) {
    OptionalLong target = group();
    if (target.isEmpty()) {
      return false;
    }
    String id = Long.toString(target.getAsLong());
    return kill("-s", name, "--", "-" + id) || process.isAlive() && kill("-s", name, id);
  }

  /** Whether any process of the group is there still. */
  boolean isAlive() {
    OptionalLong target = group();
    return target.isPresent() && kill("-s", "0", "--", "-" + target.getAsLong());
  }

  private OptionalLong group() {
    if (group.isEmpty()) {
      group = files.group();
    }
    return group;
  }

  /** Sends a signal to whoever is in the wrapper's own group, the wrapper too. */
  static void signalOwnGroup(String name) {
    kill("-s", name, "--", "0");
  }

  private static boolean kill(String... arguments) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", "kill \"$@\"", "kill"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
    Process killer = start(builder);
    try {
      return killer.waitFor(2, TimeUnit.SECONDS) && killer.exitValue() == 0;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Process start(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException failure) {
      throw new CommandException(
          ExitCode.NOT_EXECUTABLE, "cannot start a process: " + failure.getMessage());
    }
  }

  /** What starts a session; nothing where that is not to be had, and the group is the wrapper's. */
  private static List<String> session() {
    for (String folder : System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(":", -1)) {
      Path setsid = Path.of(folder.isEmpty() ? "." : folder, "setsid");
      if (Files.isExecutable(setsid)) {
        return List.of(setsid.toString());
      }
    }
    return List.of();
  }

  private static String watchdog() {
    try (InputStream script = ProcessGroup.class.getResourceAsStream("watchdog.sh")) {
      if (script == null) {
        throw new IllegalStateException("watchdog.sh is missing");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
