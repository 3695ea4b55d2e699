package io.tenure.node.local;

import io.tenure.config.NodeConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A node's process. */
final class ChildNode {
  private final NodeConfig config;
  private final Process process;
  private final ChildLog log;
  private final Thread reader;

  private ChildNode(NodeConfig config, Process process, ChildLog log) {
    this.config = config;
    this.process = process;
    this.log = log;
    this.reader = new Thread(this::read, config.id() + "-log");
    reader.setDaemon(true);
  }

  static ChildNode start(
      NodeConfig config, List<String> command, LocalDirectory directory, ChildLog log)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(directory.path().toFile());
    builder.redirectErrorStream(true);
    // JRaft takes SIGUSR2, which the virtual machine wants for itself unless given another.
    builder.environment().put("_JAVA_SR_SIGNUM", "40");
    ChildNode child = new ChildNode(config, builder.start(), log);
    child.reader.start();
    return child;
  }

  private void read() {
    try {
      log.copy(process.getInputStream());
    } catch (IOException failure) {
      log.note("the log ends here: " + failure);
    }
  }

  String id() {
    return config.id();
  }

  NodeConfig config() {
    return config;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int exitCode() {
    return process.exitValue();
  }

  /** Completes when the process has ended and all that it said is read. */
  CompletableFuture<ChildNode> ended() {
    return process
        .onExit()
        .thenApplyAsync(
            gone -> {
              joinReader();
              return this;
            });
  }

  private void joinReader() {
    try {
      reader.join(TimeUnit.SECONDS.toMillis(2));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  List<String> lastWords() {
    return log.tail();
  }

  /** Asks the node to stop, and kills it if it does not in time. Says whether it stopped. */
  boolean stop(Duration patience) {
    process.toHandle().destroy(); // Process.destroy would close the pipe, and lose its last words
    try {
      if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        joinReader();
        return true;
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    return false;
  }
}
