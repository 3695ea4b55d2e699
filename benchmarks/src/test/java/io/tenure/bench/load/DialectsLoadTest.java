package io.tenure.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.bench.load.locket.LocketDriver;
import io.tenure.bench.load.tenure.TenureDriver;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DialectsLoadTest {
  private static final Duration SHORT = Duration.ofMillis(150);
  private static final int MOST_RUNS = 50;

  private FakeVersions node;
  private FakeLocket locket;
  private EventLoop loop;

  @BeforeEach
  void start() throws IOException {
    node = new FakeVersions();
    locket = new FakeLocket();
    loop = new EventLoop();
  }

  @AfterEach
  void stop() throws IOException {
    loop.close();
    node.close();
    locket.close();
  }

  @ParameterizedTest
  @CsvSource({
    "leases, PAIRS", "leases, RENEWALS", "leases, READS",
    "locks, PAIRS", "locks, RENEWALS", "locks, READS",
    "locket, PAIRS", "locket, RENEWALS", "locket, READS",
    "locket-alone, PAIRS", "locket-alone, RENEWALS", "locket-alone, READS"
  })
  void everyWorkloadSucceedsAndLeavesNothingBehind(String dialect, LoadKind workload)
      throws IOException {
    long operations = 0;
    // A busy machine may not get through one operation in so short a time.
    for (int run = 0; run < MOST_RUNS && operations == 0; run++) {
      Cell.Measured measured = run(driver(dialect), workload, phase -> {});
      assertThat(measured.firstError()).isEmpty();
      assertThat(measured.errors()).isZero();
      operations = measured.latencies().getTotalCount();
    }
    assertThat(operations).isPositive();
    assertThat(node.held() + locket.held()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"leases", "locks", "locket"})
  void aLostLeaseIsNoRenewal(String dialect) throws IOException {
    String error = "";
    for (int run = 0; run < MOST_RUNS && error.isEmpty(); run++) {
      error = run(driver(dialect), LoadKind.RENEWALS, this::usurpAtBegin).firstError();
    }
    assertThat(error).contains("renewal");
  }

  @ParameterizedTest
  @CsvSource({"locket, 1", "locket-alone, 5"})
  void clientsOfLocketShareAConnectionUnlessEachIsAlone(String dialect, int expected)
      throws IOException {
    int[] connections = {0};
    run(driver(dialect), LoadKind.PAIRS, phase -> connections[0] = locket.connections());
    assertThat(connections[0]).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"leases", "locks", "locket"})
  void onlyClaimsHaveAQueue(String dialect) {
    assertThatThrownBy(() -> run(driver(dialect), LoadKind.HANDOFF, phase -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("handoff");
  }

  private void usurpAtBegin(String phase) {
    if (phase.equals("begin")) {
      node.usurp();
      locket.usurp();
    }
  }

  private Cell.Measured run(Driver driver, LoadKind workload, Consumer<String> phase)
      throws IOException {
    Plan plan = new Plan(workload, 5, Duration.ofMillis(50), SHORT);
    return new Cell(loop).run(driver, plan, phase);
  }

  private Driver driver(String dialect) {
    return switch (dialect) {
      case "leases" -> TenureDriver.leases(loop, List.of(node.address()));
      case "locks" -> TenureDriver.locks(loop, List.of(node.address()));
      case "locket" -> LocketDriver.shared(loop, List.of(locket.address()));
      default -> LocketDriver.alone(loop, List.of(locket.address()));
    };
  }
}
