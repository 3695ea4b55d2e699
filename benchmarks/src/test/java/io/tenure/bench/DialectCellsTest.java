package io.tenure.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.bench.load.Workload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DialectCellsTest {
  @Test
  void claimsAloneAreMeasuredUnlessMoreIsAskedFor() {
    assertThat(options().wires("tenure")).containsExactly("tenure");
    assertThat(options("--dialect", "claims,leases,locks,locket").wires("tenure"))
        .containsExactly("tenure", "tenure/leases", "tenure/locks", "tenure/locket");
    assertThat(options("--dialect", "leases").wires("etcd")).containsExactly("etcd");
  }

  @Test
  void aDialectThatIsNoneIsRefusedByName() {
    assertThatCode(() -> options("--dialect", "locket,claims").check()).doesNotThrowAnyException();
    assertThatThrownBy(() -> options("--dialect", "claims,chubby").check())
        .hasMessage("unknown dialect chubby; there are claims, leases, locks, locket");
    assertThatThrownBy(() -> options("--dialect", "locks,locks").check())
        .hasMessageContaining("twice");
  }

  @Test
  void theMiddleOfSeveralRoundsCounts() {
    List<CellResult> rounds =
        DoubleStream.of(300, 100, 200).mapToObj(rate -> cell("tenure", rate, 64)).toList();
    assertThat(CellResult.middle(rounds).figures().opsPerSecond()).isEqualTo(200);
  }

  @Test
  void dialectsAreComparedWithClaimsAtTheSameWork() throws IOException {
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    Report report =
        new Report(new Output(new PrintStream(screen, true, StandardCharsets.UTF_8), null));
    report.add(
        List.of(
            cell("tenure", 1_000, 64),
            cell("tenure/leases", 840, 64),
            cell("tenure/locks", 860, 64),
            cell("tenure/locks", 5_000, 256),
            cell("etcd", 100, 64)));
    report.print();
    assertThat(
            screen.toString(StandardCharsets.UTF_8).lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            "tenure/leases pairs 64 0.84 at least 0.85: NOT MET 1786 (claims 1500)",
            "tenure/locks pairs 64 0.86 at least 0.85: met 1744 (claims 1500)",
            "tenure pairs / etcd (a lease per lock) 64 10.00 at least 5: met")
        .noneMatch(line -> line.startsWith("tenure/locks pairs 256 5.00"))
        .noneMatch(line -> line.startsWith("tenure pairs / tenure"));
  }

  private static CellResult cell(String system, double rate, int clients) {
    CellResult.Figures figures = new CellResult.Figures(rate, 1, 2, 3, 0, "");
    return new CellResult(
        system, Workload.PAIRS, clients, figures, Map.of("n1", 100L, "n2", 50L, "load", 9L));
  }

  private static Options options(String... arguments) {
    Options options = new Options();
    new CommandLine(options).parseArgs(arguments);
    return options;
  }
}
