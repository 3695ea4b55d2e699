package io.tenure.chaos.report;

import static io.tenure.chaos.report.SampleRun.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.checker.CheckOutcome;
import io.tenure.chaos.history.History;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ChaosReportTest {

  private static final String NASTY = "</pre><script>alert('x')</script>&\u0000\uD800";

  @TempDir Path directory;

  @Test
  void tells_verdicts_seed_command_faults_and_nodes() throws Exception {
    String page =
        write(
            new SampleRun(60, 4)
                .result(
                    List.of(
                        verdict("tokens rise", CheckOutcome.VALID),
                        verdict(
                            "queue order", CheckOutcome.INVALID, "#17 overtook #12 on chaos/key-2"),
                        verdict("linearizable", CheckOutcome.UNKNOWN))));

    String text = parse(page).getDocumentElement().getTextContent();
    assertThat(text)
        .contains(
            "invalid", "3 nodes on network namespaces", "seed 42", "--faults 'process,network'")
        .contains("tokens rise", "queue order", "#17 overtook #12", "1,204 operations")
        .contains("kill-leader", "did not answer", "0badcafe", "4711")
        .contains("fsync-error was left out", "at    5.0 s for   3.1 s  kill-leader")
        .contains("180 ms", "210 ms", "240 ms", "910 ms");
  }

  @Test
  void is_one_page_without_anything_from_outside() throws Exception {
    String page = write(new SampleRun(30, 2).result(List.of(verdict("a", CheckOutcome.VALID))));

    assertThat(page).doesNotContain("<script", "<link", "src=", "href=", "url(", "@import", "http");
    assertThat(parse(page).getElementsByTagName("svg").getLength()).isEqualTo(3);
  }

  @Test
  void draws_the_keys_that_a_verdict_names_first_and_marks_the_operations() throws Exception {
    String page =
        write(
            new SampleRun(30, 30)
                .result(
                    List.of(
                        verdict(
                            "a", CheckOutcome.INVALID, "chaos/key-27 was held twice: #9 and #8"))));

    Element key = (Element) parse(page).getElementsByTagName("h3").item(0);
    assertThat(key.getTextContent()).startsWith("chaos/key-");
    assertThat(key.getAttribute("class")).isEqualTo("bad");
    assertThat(page).contains("chaos/key-27 <small>", "op ok named").contains("10 of 30 keys");
  }

  @Test
  void escapes_whatever_others_wrote() throws Exception {
    RunResult.Head head = new RunResult.Head(NASTY, 1, NASTY, Instant.EPOCH, 1_000_000_000);
    RunResult sample =
        new SampleRun(20, 1).result(List.of(verdict(NASTY, CheckOutcome.INVALID, NASTY)));
    String page =
        write(
            new RunResult(
                head,
                sample.verdicts(),
                sample.history(),
                sample.faults(),
                List.of(),
                List.of(NASTY),
                List.of(new Failover(NASTY, "n1", "n2", 1)),
                List.of(NASTY)));

    assertThat(parse(page).getElementsByTagName("script").getLength()).isZero();
    assertThat(page).contains("&lt;script&gt;").doesNotContain("\u0000");
  }

  @Test
  void stays_small_however_long_the_run_was() throws Exception {
    String page = write(new SampleRun(7_200, 4).result(List.of(verdict("a", CheckOutcome.VALID))));

    assertThat(page.length()).isLessThan(3_000_000);
    parse(page);
  }

  @Test
  void a_run_without_operations_has_a_page_too() throws Exception {
    RunResult.Head head = new RunResult.Head("nothing", 1, "tenure chaos", Instant.EPOCH, 0);
    List<String> none = List.of();
    String page =
        write(
            new RunResult(
                head,
                List.of(verdict("a", CheckOutcome.UNKNOWN)),
                History.of(List.of()),
                List.of(),
                List.of(),
                none,
                List.of(),
                none));

    assertThat(parse(page).getDocumentElement().getTextContent()).contains("unknown", "no faults");
  }

  private String write(RunResult run) throws IOException {
    Path file = directory.resolve("report.html");
    ChaosReport.write(run, file);
    return Files.readString(file);
  }

  /** The page is written so that an XML parser can read it, which is stricter than browsers are. */
  private static Document parse(String page) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8))));
  }
}
