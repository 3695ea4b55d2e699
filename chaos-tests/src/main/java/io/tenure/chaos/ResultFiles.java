package io.tenure.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.chaos.checker.Checkers;
import io.tenure.chaos.checker.Verdict;
import io.tenure.chaos.report.ChaosReport;
import io.tenure.chaos.report.Failover;
import io.tenure.chaos.report.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory that a run leaves behind: {@code report.html} for people, {@code result.json} for
 * programs, {@code history.jsonl} and the logs of the nodes.
 */
final class ResultFiles {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path directory;

  ResultFiles(Path directory) {
    this.directory = directory;
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new CannotRunException("cannot write into " + directory + ": " + e);
    }
  }

  /** An empty directory for what the nodes write. */
  Path nodes() {
    removeNodes();
    try {
      return Files.createDirectories(directory.resolve("nodes"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path history() {
    return directory.resolve("history.jsonl");
  }

  void keepLogs(List<Path> logs) {
    for (Path log : logs) {
      try {
        if (Files.exists(log)) {
          Path copy = directory.resolve(String.valueOf(log.getFileName()));
          Files.copy(log, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  void removeNodes() {
    Path nodes = directory.resolve("nodes");
    if (!Files.exists(nodes)) {
      return;
    }
    try (Stream<Path> files = Files.walk(nodes)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the nodes' directory cannot be removed", e);
    }
  }

  /** Writes what people and programs read; returns the page. */
  Path write(RunResult result) {
    Path page = directory.resolve("report.html");
    ChaosReport.write(result, page);
    try {
      JSON.writerWithDefaultPrettyPrinter()
          .writeValue(directory.resolve("result.json").toFile(), json(result));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return page;
  }

  private static ObjectNode json(RunResult result) {
    ObjectNode root = JSON.createObjectNode();
    root.put("verdict", Checkers.worst(result.verdicts()).name());
    root.put("title", result.head().title());
    root.put("seed", result.head().seed());
    root.put("command", result.head().command());
    root.put("seconds", result.head().lengthNanos() / 1e9);
    root.put("operations", result.history().spans().size());
    ArrayNode verdicts = root.putArray("verdicts");
    for (Verdict verdict : result.verdicts()) {
      ObjectNode node = verdicts.addObject();
      node.put("checker", verdict.checker());
      node.put("verdict", verdict.outcome().name());
      node.put("summary", verdict.summary());
      verdict.details().forEach(node.putArray("details")::add);
    }
    ObjectNode faults = root.putObject("faults");
    ChaosScreen.counts(result.faults()).forEach(faults::put);
    ArrayNode failovers = root.putArray("failovers");
    for (Failover each : result.failovers()) {
      failovers.addObject().put("way", each.way()).put("millis", each.millis());
    }
    return root;
  }
}
