package io.tenure.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceListing;
import io.tenure.kernel.Result;
import io.tenure.kernel.StateView;
import io.tenure.service.Caller;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NodeMetricsTest {
  private final NodeMetrics metrics = new NodeMetrics("1.2.3");

  @AfterEach
  void close() {
    metrics.close();
  }

  private Iterable<String> scraped() {
    return metrics.scrape().lines().toList();
  }

  @Test
  void answersAreCountedByDialectMethodAndStatus() {
    metrics.calls().answered("claims", "POST", 201, 2_000_000, false);
    metrics.calls().answered("claims", "POST", 201, 2_000_000, false);
    metrics.calls().answered("claims", "POST", 503, 9_000_000_000L, false);
    metrics.calls().answered("admin", "BREW", 501, 1, false);
    metrics.calls().answered("admin", "SPIN", 501, 1, false);
    assertThat(scraped())
        .contains(
            "tenure_http_answers_total{dialect=\"claims\",method=\"POST\",status=\"201\"} 2.0",
            "tenure_http_answers_total{dialect=\"claims\",method=\"POST\",status=\"503\"} 1.0",
            "tenure_http_answers_total{dialect=\"admin\",method=\"other\",status=\"501\"} 2.0",
            "tenure_http_duration_seconds_count{dialect=\"claims\",method=\"POST\"} 3",
            "tenure_http_duration_seconds_bucket{dialect=\"claims\",method=\"POST\",le=\"0.0025\"}"
                + " 2");
  }

  @Test
  void requestsThatAskedToWaitAreMeasuredApart() {
    metrics.calls().answered("claims", "GET", 200, 30_000_000_000L, true);
    assertThat(scraped())
        .contains(
            "tenure_http_answers_total{dialect=\"claims\",method=\"GET\",status=\"200\"} 1.0",
            "tenure_http_long_poll_seconds_count{dialect=\"claims\",method=\"GET\"} 1")
        .noneMatch(line -> line.startsWith("tenure_http_duration_seconds_count"));
  }

  @Test
  void gaugesAreReadWhenAskedFor() {
    AtomicLong term = new AtomicLong(3);
    metrics.gauge(NodeGauge.TERM, term::get);
    assertThat(scraped()).contains("tenure_raft_term 3.0");
    term.set(4);
    assertThat(scraped()).contains("tenure_raft_term 4.0");
  }

  @Test
  void theProcessIsMeasured() {
    assertThat(metrics.scrape())
        .contains(
            "tenure_build_info{version=\"1.2.3\"} 1",
            "jvm_memory_used_bytes{",
            "jvm_threads_live_threads",
            "process_cpu_seconds_total",
            "process_open_fds",
            "process_start_time_seconds");
  }

  @Test
  void whatGoesToTheLeasesIsTimedByItsOutcome() {
    Answering behind = new Answering();
    Leases leases = metrics.measured(behind);
    Caller caller = new Caller(Runnable::run, System.nanoTime() + 1_000_000_000L);

    assertThat(leases.read(state -> "", Consistency.LINEARIZABLE, caller)).isCompleted();
    behind.failure = Optional.of(new UnavailableException("no leader"));
    assertThat(leases.read(state -> "", Consistency.LOCAL, caller)).isCompletedExceptionally();
    behind.failure = Optional.of(new CompletionException(new UnknownOutcomeException("lost")));
    assertThat(leases.awaitChange(new ClaimId(1), ClaimStatus.WAITING, Duration.ZERO, caller))
        .isCompletedExceptionally();

    assertThat(scraped())
        .contains(
            "tenure_leases_duration_seconds_count{operation=\"read\",outcome=\"ok\"} 1",
            "tenure_leases_duration_seconds_count{operation=\"read-local\",outcome=\"unavailable\"}"
                + " 1",
            "tenure_leases_duration_seconds_count{operation=\"await\",outcome=\"unknown\"} 1",
            "tenure_leases_duration_seconds_count{operation=\"submit\",outcome=\"ok\"} 0");
  }

  /** Fails when told to; else answers nothing of interest. */
  private static final class Answering implements Leases {
    private Optional<RuntimeException> failure = Optional.empty();

    private <T> CompletionStage<T> answer(T result) {
      return failure
          .<CompletionStage<T>>map(CompletableFuture::failedFuture)
          .orElseGet(() -> CompletableFuture.completedFuture(result));
    }

    @Override
    public CompletionStage<Result> submit(Request request, Caller caller) {
      return new CompletableFuture<>();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> CompletionStage<T> read(
        Function<StateView, T> question, Consistency consistency, Caller caller) {
      return answer((T) "");
    }

    @Override
    public CompletionStage<ClaimListing.Page> list(
        ClaimFilter filter, ClaimListing.Window window, Consistency consistency, Caller caller) {
      return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<ResourceListing.Page> list(
        String prefix, int limit, Consistency consistency, Caller caller) {
      return new CompletableFuture<>();
    }

    @Override
    public CompletionStage<Optional<ClaimView>> awaitChange(
        ClaimId claim, ClaimStatus from, Duration patience, Caller caller) {
      return answer(Optional.empty());
    }
  }
}
