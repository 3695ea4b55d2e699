package io.tenure.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The program {@code chaos} as a user starts it, and what came of it.
 *
 * @param said all that it printed, for the message of a test that fails
 */
record ChaosProgram(int exitCode, String said, JsonNode result) {

  private static final ObjectMapper JSON = new ObjectMapper();

  static ChaosProgram run(Path directory, List<String> arguments) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of("--report", directory.toString()));
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said, true);
    int code = Main.run(System.getenv(), out, out, new StopRequest(), all.toArray(String[]::new));
    return new ChaosProgram(code, said.toString(), read(directory.resolve("result.json")));
  }

  private static JsonNode read(Path file) {
    try {
      return file.toFile().exists() ? JSON.readTree(file.toFile()) : JSON.createObjectNode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of the checkers that found something. */
  List<String> broken() {
    List<String> names = new ArrayList<>();
    for (JsonNode verdict : result.path("verdicts")) {
      if (verdict.path("verdict").asText().equals("INVALID")) {
        names.add(verdict.path("checker").asText());
      }
    }
    return names;
  }
}
