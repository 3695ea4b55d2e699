package io.tenure.chaos.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.ProcessCluster;
import io.tenure.client.Claim;
import io.tenure.client.ClaimInfo;
import io.tenure.client.ClaimOptions;
import io.tenure.client.LockManager;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client library against three real nodes, of which one dies. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(300)
class ClientFailoverTest {

  private static final Duration TTL = Duration.ofSeconds(15);
  private static final URI NOBODY_LISTENS = URI.create("http://127.0.0.1:1");

  @TempDir static Path directory;
  private static RealCluster cluster;

  @BeforeAll
  static void start() {
    cluster = new RealCluster(directory);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void no_claim_of_a_hundred_is_lost_when_the_leader_is_killed() throws Exception {
    Map<Claim, String> lost = new ConcurrentHashMap<>();
    try (LockManager manager = manager(cluster.urls())) {
      List<Claim> claims = acquire(manager, "held/", 100);
      claims.forEach(each -> each.onLost((claim, loss) -> lost.put(claim, loss.detail())));
      List<Long> tokens = claims.stream().map(Claim::fencingToken).toList();
      NodeProcess leader = cluster.nodes().leader();

      leader.kill();
      renew(claims); // every one, by the new leader

      assertThat(lost).isEmpty();
      assertThat(claims).allMatch(Claim::isHeld);
      assertThat(claims)
          .allSatisfy(each -> assertThat(cluster.show(each.id()).isActive()).isTrue());
      assertThat(claims.stream().map(Claim::fencingToken).toList()).isEqualTo(tokens);
      leader.start();
      cluster.nodes().awaitReady();
    }
    assertThat(live("held/")).isEmpty();
  }

  @Test
  void claims_that_are_registered_while_the_leader_is_killed_are_made_once_and_none_is_left()
      throws Exception {
    try (LockManager manager = manager(cluster.urls())) {
      NodeProcess leader = cluster.nodes().leader();
      List<CompletableFuture<Claim>> kept = new ArrayList<>();
      List<CompletableFuture<Claim>> givenUp = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        kept.add(manager.claimAsync(ClaimOptions.of("made/" + i)));
        givenUp.add(manager.claimAsync(ClaimOptions.of("given-up/" + i)));
        if (i == 100) {
          leader.kill();
        }
      }
      givenUp.forEach(each -> each.cancel(false));

      Set<Long> ids = new HashSet<>();
      for (CompletableFuture<Claim> each : kept) {
        ids.add(each.get(60, TimeUnit.SECONDS).id());
      }
      assertThat(ids).hasSize(200);
      assertThat(live("made/").stream().map(ClaimInfo::id)).hasSize(200).containsAll(ids);
      ProcessCluster.await("no claim that was given up is left", () -> live("given-up/").isEmpty());
      leader.start();
      cluster.nodes().awaitReady();
    }
    assertThat(live("made/")).isEmpty();
  }

  @Test
  void a_dead_address_among_the_nodes_makes_no_difference() throws Exception {
    List<URI> urls = new ArrayList<>(List.of(NOBODY_LISTENS));
    urls.addAll(cluster.urls());
    try (LockManager manager = manager(urls)) {
      List<Claim> claims = acquire(manager, "one-dead/", 20);
      renew(claims);
      assertThat(claims).allMatch(Claim::isHeld);
    }
    assertThat(live("one-dead/")).isEmpty();
  }

  @Test
  void a_node_that_is_stopped_is_given_up_and_nothing_is_lost() throws Exception {
    NodeProcess follower =
        cluster.nodes().nodes().stream()
            .filter(node -> node != cluster.nodes().leader())
            .findFirst()
            .orElseThrow();
    List<URI> urls = new ArrayList<>(List.of(follower.url()));
    urls.addAll(cluster.urls());
    try (LockManager manager = manager(urls)) {
      List<Claim> claims = acquire(manager, "one-stopped/", 20);
      follower.pause();
      try {
        renew(claims);
        assertThat(claims).allMatch(Claim::isHeld);
      } finally {
        follower.resume();
      }
    }
  }

  @Test
  void two_thousand_claims_are_held_by_one_client_with_few_threads() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    try (LockManager manager =
        LockManager.builder(cluster.urls()).ttl(Duration.ofSeconds(60)).build()) {
      List<Claim> claims = acquire(manager, "many/", 2_000);
      renew(claims);

      assertThat(claims).allMatch(Claim::isHeld);
      assertThat(live("many/")).hasSize(2_000);
      assertThat(
              Thread.getAllStackTraces().keySet().stream()
                  .filter(thread -> thread.getName().startsWith("tenure-"))
                  .filter(thread -> !before.contains(thread))
                  .toList())
          .hasSizeLessThanOrEqualTo(5);
    }
    assertThat(live("many/")).isEmpty();
  }

  private static LockManager manager(List<URI> urls) {
    return LockManager.builder(urls).ttl(TTL).build();
  }

  private static List<Claim> acquire(LockManager manager, String prefix, int count)
      throws Exception {
    List<CompletableFuture<Claim>> futures = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      futures.add(manager.claimAsync(ClaimOptions.of(prefix + i)));
    }
    List<Claim> claims = new ArrayList<>();
    for (CompletableFuture<Claim> each : futures) {
      claims.add(each.get(60, TimeUnit.SECONDS));
    }
    return claims;
  }

  private static void renew(List<Claim> claims) throws Exception {
    List<CompletableFuture<Void>> renewals = claims.stream().map(Claim::refreshAsync).toList();
    for (CompletableFuture<Void> each : renewals) {
      each.get(60, TimeUnit.SECONDS);
    }
  }

  private static List<ClaimInfo> live(String prefix) {
    return cluster.live().stream().filter(each -> each.resource().startsWith(prefix)).toList();
  }
}
