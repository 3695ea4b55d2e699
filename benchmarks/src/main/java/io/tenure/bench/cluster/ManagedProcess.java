package io.tenure.bench.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A process of ours. Whatever happens to the harness short of its own kill -9, no process outlives
 * it: a shutdown hook ends those that are left, by their own handles.
 */
public final class ManagedProcess {
  private static final Set<Process> LIVING = ConcurrentHashMap.newKeySet();
  private static final int STOP_SECONDS = 20;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(ManagedProcess::killAll, "stop-processes"));
  }

  private final Process process;

  private ManagedProcess(Process process) {
    this.process = process;
    LIVING.removeIf(other -> !other.isAlive());
    LIVING.add(process);
  }

  /** Starts a process in a directory, where it writes to the file {@code log}. */
  public static ManagedProcess start(List<String> command, Map<String, String> env, Path directory)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(env);
    builder.redirectInput(new File("/dev/null")).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(logIn(directory).toFile()));
    return new ManagedProcess(builder.start());
  }

  /** Starts a process that is spoken to by its input and output; its errors are ours. */
  public static ManagedProcess startWithPipes(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    return new ManagedProcess(builder.start());
  }

  public Process process() {
    return process;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Asks it to end, and kills it when it does not. */
  public void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      kill();
    }
  }

  /** Ends it at once: kill -9. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
  }

  /** Sends a signal by its name. */
  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start().waitFor();
  }

  /** The last lines of the output of a process in that directory, for messages. */
  static String tail(Path directory) {
    try {
      List<String> lines = Files.readAllLines(logIn(directory));
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size()));
    } catch (IOException e) {
      return "(no output: " + e.getMessage() + ")";
    }
  }

  private static Path logIn(Path directory) {
    return directory.resolve("log");
  }

  private static void killAll() {
    LIVING.forEach(Process::destroyForcibly);
  }
}
