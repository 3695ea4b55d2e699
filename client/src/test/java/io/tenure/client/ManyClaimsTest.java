package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it counts threads")
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class ManyClaimsTest {

  private static final int CLAIMS = 10_000;

  @Test
  void ten_thousand_claims_are_held_by_few_threads_and_renewed_by_few_requests() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    try (StandIn cluster = new StandIn(true);
        LockManager manager =
            LockManager.builder(cluster.urls()).ttl(Duration.ofMinutes(10)).build()) {
      List<CompletableFuture<Claim>> futures = new ArrayList<>();
      for (int i = 0; i < CLAIMS; i++) {
        futures.add(manager.claimAsync(ClaimOptions.of("r" + i)));
      }
      List<Claim> claims = new ArrayList<>();
      for (CompletableFuture<Claim> future : futures) {
        claims.add(future.get(60, TimeUnit.SECONDS));
      }
      assertThat(threadsSince(before)).hasSizeLessThanOrEqualTo(5);

      List<CompletableFuture<Void>> renewals = new ArrayList<>();
      claims.forEach(claim -> renewals.add(claim.refreshAsync()));
      for (CompletableFuture<Void> renewal : renewals) {
        renewal.get(60, TimeUnit.SECONDS);
      }

      assertThat(cluster.count("POST renewals")).isBetween(CLAIMS / 1000, CLAIMS / 20);
      assertThat(claims).allMatch(Claim::isHeld);
      assertThat(threadsSince(before)).hasSizeLessThanOrEqualTo(5);
    }
  }

  private static List<Thread> threadsSince(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("tenure-"))
        .filter(thread -> !before.contains(thread))
        .toList();
  }
}
