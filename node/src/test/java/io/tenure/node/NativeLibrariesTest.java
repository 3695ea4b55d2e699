package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class NativeLibrariesTest {

  @TempDir private Path root;

  @Test
  void a_node_that_is_killed_again_and_again_leaves_no_more_files_behind() throws Exception {
    try (NodeProcesses nodes = new NodeProcesses(root)) {
      Path config = nodes.config("n1");
      Path unpacked = nodes.data("n1").resolve("native");
      nodes.start("n1", config, "--bootstrap");
      nodes.awaitReady("n1");
      nodes.kill("n1");
      List<String> left = filesIn(unpacked);

      nodes.start("n1", config);
      nodes.awaitReady("n1");
      nodes.kill("n1");

      assertThat(left).isNotEmpty();
      assertThat(filesIn(unpacked)).isEqualTo(left);
      assertThat(filesIn(nodes.temporary())).isEmpty();

      nodes.start("n1", config);
      nodes.awaitReady("n1");
      nodes.signal("n1", "HUP"); // here, since a node of its own would take seconds
      if (!isHangUpIgnored()) {
        nodes.awaitOutput("n1", "SIGHUP: looks whether certificates were replaced");
      }
      String address = Files.readString(nodes.data("n1").resolve("http-address")).strip();
      assertThat(nodes.get("n1", "/livez").uri()).isEqualTo(URI.create(address + "/livez"));
      nodes.terminate("n1");
      assertThat(filesIn(unpacked)).isEmpty();
    }
  }

  /** As under nohup: the JVM of a node leaves it so, and is told nothing. */
  private static boolean isHangUpIgnored() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .anyMatch(line -> Character.digit(line.charAt(line.length() - 1), 16) % 2 == 1);
  }

  private static List<String> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }
}
