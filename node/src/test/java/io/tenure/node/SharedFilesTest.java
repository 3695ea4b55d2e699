package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shipped in {@code share} fits what nodes do and what is written about them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SharedFilesTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern METRIC = Pattern.compile("\\btenure_\\w+");
  private static final List<String> OF_HISTOGRAMS = List.of("_bucket", "_sum", "_count");

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  /** MetricsDocumentTest compares the document with a running node. */
  private static Set<String> documented() throws IOException {
    Set<String> names = new TreeSet<>();
    Pattern row = Pattern.compile("(?m)^\\| `(tenure_\\w+)` \\| (\\w+)");
    for (MatchResult each : row.matcher(read("docs/metrics.md")).results().toList()) {
      if (each.group(2).equals("histogram")) {
        OF_HISTOGRAMS.forEach(part -> names.add(each.group(1) + part));
      } else {
        names.add(each.group(1));
      }
    }
    return names;
  }

  @Test
  void the_board_asks_for_metrics_that_there_are() throws Exception {
    JsonNode board = new ObjectMapper().readTree(read("share/grafana/tenure.json"));
    Set<String> asked = new TreeSet<>();
    for (JsonNode query : board.findValues("expr")) {
      METRIC.matcher(query.asText()).results().forEach(name -> asked.add(name.group()));
    }
    assertThat(asked).hasSizeGreaterThan(20);
    assertThat(documented()).containsAll(asked);
  }

  @Test
  void every_alert_asks_for_metrics_that_there_are_and_has_a_runbook_and_a_test() throws Exception {
    String alerts = read("share/prometheus/alerts.yml");
    String tests = read("share/prometheus/alerts-test.yml");
    String runbooks = read("docs/operations.md");
    List<String> names = all("- alert: (\\w+)", alerts);
    assertThat(names).hasSize(9);
    assertThat(names).allSatisfy(name -> assertThat(tests).contains("alertname: " + name));
    assertThat(names).allSatisfy(name -> assertThat(runbooks).contains("*`" + name + "`: "));
    assertThat(all("runbook: docs/operations.md#([\\w-]+)", alerts))
        .hasSize(9)
        .allSatisfy(anchor -> assertThat(anchors(runbooks)).contains(anchor));
    for (String expression : all("(?s)expr: (.*?)\\n +(?:for|labels):", alerts)) {
      assertThat(documented()).containsAll(all("\\b(tenure_\\w+)", expression));
    }
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(each -> each.group(1)).toList();
  }

  private static List<String> anchors(String markdown) {
    return all("(?m)^#+ (.*)$", markdown).stream()
        .map(title -> title.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", ""))
        .map(title -> title.replace(' ', '-'))
        .toList();
  }

  /** As systemd sees it, where it is installed. */
  @Test
  void the_unit_is_sound(@TempDir Path directory) throws Exception {
    String unit = read("share/systemd/tenure.service");
    assertThat(unit.lines().toList())
        .contains(
            "SuccessExitStatus=143", "RestartPreventExitStatus=2 3 70", "NoNewPrivileges=yes");
    Path copy = directory.resolve("tenure.service");
    Files.writeString(copy, unit.replace("/opt/tenure/bin/tenure", "/bin/sh"));
    Path systemd = Promtool.find("systemd-analyze").orElse(null);
    if (systemd == null) {
      System.out.println("systemd-analyze is not installed, so the unit is not verified");
      return;
    }
    Process process =
        new ProcessBuilder(systemd.toString(), "verify", "--man=no", copy.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), "UTF-8");
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).doesNotContain(copy.toString());
  }
}
