package io.tenure.node;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prometheus' own checks. Where the tool is not installed, as on a laptop, nothing is checked. */
final class Promtool {

  private Promtool() {}

  /** What it objects to; nothing if all is well, or if it is not there. */
  static String run(String input, String... arguments) throws IOException, InterruptedException {
    Optional<Path> tool = find("promtool");
    if (tool.isEmpty()) {
      if ("true".equals(System.getenv("CI"))) {
        throw new AssertionError("promtool is not installed: apt-get install prometheus");
      }
      System.out.println("promtool is not installed, so its checks are left out");
      return "";
    }
    List<String> command = new ArrayList<>(List.of(tool.get().toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? "" : said;
  }

  static Optional<Path> find(String program) {
    for (String directory : System.getenv("PATH").split(File.pathSeparator)) {
      Path candidate = Path.of(directory, program);
      if (Files.isExecutable(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
