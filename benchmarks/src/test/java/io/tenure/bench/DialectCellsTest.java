package io.tenure.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.bench.load.LoadKind;
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
        .hasMessage(
            "unknown dialect chubby; there are claims, leases, locks, locket, locket-alone");
    assertThatThrownBy(() -> options("--dialect", "locks,locks").check())
        .hasMessageContaining("twice");
  }

  @Test
  void theMiddleOfSeveralRoundsCounts() {
    List<CellResult> rounds =
        DoubleStream.of(300, 100, 200).mapToObj(rate -> cell("tenure", rate, 64)).toList();
    assertThat(CellResult.middle(rounds, List.of()).figures().opsPerSecond()).isEqualTo(200);
  }

  @Test
  void aDialectIsComparedWithTheClaimsOfItsOwnRound() {
    List<CellResult> claims =
        DoubleStream.of(1_000, 500, 250).mapToObj(rate -> cell("tenure", rate, 64)).toList();
    List<CellResult> locks =
        DoubleStream.of(900, 450, 500).mapToObj(rate -> cell("tenure/locks", rate, 64)).toList();
    CellResult middle = CellResult.middle(locks, claims);
    assertThat(middle.figures().opsPerSecond()).isEqualTo(500);
    assertThat(middle.besideClaims()).isEqualTo(0.9);
  }

  @Test
  void comparisonsTakeMoreTimeUnlessTold() {
    BenchOptions comparison = options("--dialect", "claims,locks");
    assertThat(List.of(options().rounds(), comparison.rounds())).containsExactly(1, 3);
    assertThat(comparison.settleSeconds()).isEqualTo(2 * options().settleSeconds());
    assertThat(options("--dialect", "claims,locks", "--rounds", "7").rounds()).isEqualTo(7);
  }

  @Test
  void dialectsAreComparedWithClaimsAtTheSameWork() throws IOException {
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    BenchReport report =
        new BenchReport(new Output(new PrintStream(screen, true, StandardCharsets.UTF_8), null));
    report.add(
        List.of(
            cell("tenure", 1_000, 64),
            beside(0.84, cell("tenure/leases", 840, 64)),
            beside(0.86, cell("tenure/locks", 860, 64)),
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
        system,
        LoadKind.PAIRS,
        clients,
        figures,
        Map.of("n1", 100L, "n2", 50L, "load", 9L),
        Double.NaN);
  }

  private static CellResult beside(double ratio, CellResult cell) {
    return new CellResult(
        cell.system(), cell.workload(), cell.clients(), cell.figures(), cell.cpu(), ratio);
  }

  private static BenchOptions options(String... arguments) {
    BenchOptions options = new BenchOptions();
    new CommandLine(options).parseArgs(arguments);
    return options;
  }
}
