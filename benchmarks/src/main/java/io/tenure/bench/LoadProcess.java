package io.tenure.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tenure.bench.cluster.BenchCluster;
import io.tenure.bench.cluster.ManagedProcess;
import io.tenure.bench.cluster.ServerProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The load generator's process, and the harness's end of the talk with it. */
final class LoadProcess implements AutoCloseable {
  private final ManagedProcess process;
  private final PrintStream commands;
  private final BufferedReader answers;

  private LoadProcess(ManagedProcess process) {
    this.process = process;
    this.commands = new PrintStream(process.process().getOutputStream(), true, UTF_8);
    this.answers =
        new BufferedReader(new InputStreamReader(process.process().getInputStream(), UTF_8));
  }

  static LoadProcess start(BenchCluster cluster, String wire) throws IOException {
    String addresses =
        cluster.members().stream()
            .map(LoadGenerator.isGrpc(wire) ? ServerProcess::grpcAddress : ServerProcess::address)
            .map(address -> address.getHostString() + ":" + address.getPort())
            .collect(Collectors.joining(","));
    return new LoadProcess(
        ManagedProcess.startWithPipes(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                LoadGenerator.class.getName(),
                wire,
                addresses)));
  }

  long pid() {
    return process.pid();
  }

  void send(String command) {
    commands.println(command);
  }

  /** Sends a command and returns its result; every other line goes to {@code meanwhile}. */
  String ask(String command, Consumer<String> meanwhile) throws IOException {
    send(command);
    return result(meanwhile);
  }

  /** Reads until the result of the last command. */
  String result(Consumer<String> meanwhile) throws IOException {
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.startsWith("result ")) {
        return line.substring("result ".length());
      }
      if (line.startsWith("failed ")) {
        throw new IOException(line.substring("failed ".length()));
      }
      meanwhile.accept(line);
    }
    throw new IOException("the load generator ended");
  }

  @Override
  public void close() {
    process.process().destroyForcibly();
  }
}
