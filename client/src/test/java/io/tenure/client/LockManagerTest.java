package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tenure.client.machine.Loss;
import io.tenure.client.transport.ScriptedNode;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class LockManagerTest {

  private final StandIn cluster = new StandIn(true);
  private final LockManager manager =
      LockManager.builder(cluster.urls()).ttl(Duration.ofSeconds(20)).build();

  @AfterEach
  void close() {
    manager.close();
    cluster.close();
  }

  @Test
  void a_claim_is_held_until_it_is_closed() throws Exception {
    Claim claim = manager.claim("db");
    try (claim) {
      assertThat(claim.isHeld()).isTrue();
      assertThat(claim.resource()).isEqualTo("db");
      assertThat(claim.fencingToken()).isPositive();
      assertThat(claim.remaining()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(20));
      assertThat(cluster.status(claim.id())).isEqualTo("active");
    }
    assertThat(claim.isHeld()).isFalse();
    assertThat(cluster.status(claim.id())).isEqualTo("released");
    claim.close(); // again does nothing
    assertThat(claim.loss()).isEmpty();
  }

  @Test
  void a_claim_is_released_while_its_owner_goes_on() throws Exception {
    Claim claim = manager.claim("db");
    assertThat(claim.deadline()).isAfter(Instant.now());

    CompletableFuture<Void> released = claim.releaseAsync();

    assertThat(claim.isHeld()).isFalse();
    released.get(20, TimeUnit.SECONDS);
    assertThat(cluster.status(claim.id())).isEqualTo("released");
  }

  @Test
  void a_manager_shows_its_token_and_says_who_it_is() throws Exception {
    try (ScriptedNode node = ScriptedNode.of("HTTP/1.1 400 X\r\nContent-Length: 2\r\n\r\n{}");
        LockManager own =
            LockManager.builder(List.of(node.url()))
                .token("a-secret")
                .userData("{\"host\":\"a\"}")
                .closePatience(Duration.ZERO)
                .build()) {
      own.claimAsync(ClaimOptions.of("db"));
      node.awaitRequest();

      assertThat(node.requests().get(0))
          .contains("Authorization: Bearer a-secret\r\n")
          .contains("\"user_data\":{\"host\":\"a\"}");
    }
  }

  @Test
  void the_next_in_line_gets_it_with_a_larger_token() throws Exception {
    Claim first = manager.claim("db");
    CompletableFuture<Claim> next = manager.claimAsync(ClaimOptions.of("db"));

    first.release();

    try (Claim second = next.get(20, TimeUnit.SECONDS)) {
      assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
    }
  }

  @Test
  void a_timeout_says_who_holds_it() throws Exception {
    try (Claim holder = manager.claim("db")) {
      ClaimTimeoutException refused =
          catchThrowableOfType(
              ClaimTimeoutException.class,
              () -> manager.claim(ClaimOptions.of("db").withTimeout(Duration.ofMillis(700))));

      assertThat(refused.holder().orElseThrow().claim()).isEqualTo(holder.id());
      assertThat(refused.queuePosition()).hasValue(1);
      assertThat(refused.expiresIn()).contains(Duration.ofMillis(12_500));
      assertThat(refused).hasMessageContaining("held by claim " + holder.id());
    }
    assertThat(cluster.with("withdrawn")).isEqualTo(1);
  }

  @Test
  void a_refusal_has_a_name_and_a_reason() {
    assertThatThrownBy(() -> manager.claim("bad name"))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("the name is bad");
  }

  @Test
  void a_cluster_that_cannot_be_reached_is_unavailable() {
    try (LockManager lost =
        LockManager.builder(List.of(URI.create("http://127.0.0.1:1")))
            .timeout(Duration.ofMillis(300))
            .closePatience(Duration.ZERO)
            .build()) {
      assertThatThrownBy(() -> lost.claim("db"))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("127.0.0.1:1");
    }
  }

  @Test
  void a_revocation_is_told_at_once() throws Exception {
    Claim claim = manager.claim("db");
    CompletableFuture<Loss> told = new CompletableFuture<>();
    claim.onLost((lost, loss) -> told.complete(loss));

    cluster.revoke(claim.id());

    assertThat(told.get(20, TimeUnit.SECONDS).reason()).isEqualTo(Loss.Reason.REVOKED);
    assertThat(claim.isHeld()).isFalse();
    CompletableFuture<Loss> toldLater = new CompletableFuture<>();
    claim.onLost((lost, loss) -> toldLater.complete(loss));
    assertThat(toldLater.get(20, TimeUnit.SECONDS)).isEqualTo(told.get());
    assertThatThrownBy(claim::refresh).isInstanceOf(ClaimLostException.class);
    assertThat(catchThrowableOfType(ClaimLostException.class, claim::close).reason())
        .isEqualTo(Loss.Reason.REVOKED);
  }

  @Test
  void listeners_may_call_what_blocks_however_many_there_are() throws Exception {
    List<CompletableFuture<Throwable>> closed = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Claim claim = manager.claim("r" + i);
      CompletableFuture<Throwable> done = new CompletableFuture<>();
      closed.add(done);
      claim.onLost((lost, loss) -> done.complete(catchThrowable(lost::close)));
    }
    for (int i = 1; i <= 10; i++) {
      cluster.revoke(i);
    }
    for (CompletableFuture<Throwable> each : closed) {
      assertThat(each.get(30, TimeUnit.SECONDS)).isInstanceOf(ClaimLostException.class);
    }
  }

  @Test
  void what_follows_a_future_may_call_what_blocks() throws Exception {
    CompletableFuture<Void> all =
        manager
            .claimAsync(ClaimOptions.of("db"))
            .thenAccept(Claim::release)
            .thenCompose(nothing -> manager.claimAsync(ClaimOptions.of("db")))
            .thenAccept(Claim::close);

    all.get(30, TimeUnit.SECONDS);
    assertThat(cluster.with("released")).isEqualTo(2);
  }

  @Test
  void a_manager_that_is_closed_claims_nothing() {
    manager.close();
    assertThatThrownBy(() -> manager.claim("db")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_future_that_is_cancelled_leaves_the_line() throws Exception {
    try (Claim holder = manager.claim("db")) {
      CompletableFuture<Claim> waiting = manager.claimAsync(ClaimOptions.of("db"));
      waiting.cancel(true);
      manager.close();
      assertThat(cluster.with("waiting") + cluster.with("active")).isZero();
      assertThat(holder.isHeld()).isFalse();
    }
  }

  @Test
  void a_thread_that_is_interrupted_leaves_the_line() throws Exception {
    try (Claim holder = manager.claim("db")) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> manager.claim("db")).isInstanceOf(InterruptedException.class);
      assertThat(holder.isHeld()).isTrue();
    }
    manager.close();
    assertThat(cluster.with("waiting") + cluster.with("active")).isZero();
  }

  @Test
  void closing_the_manager_gives_everything_back() throws Exception {
    for (int i = 0; i < 20; i++) {
      manager.claim("r" + i);
    }
    manager.close();

    assertThat(cluster.with("released")).isEqualTo(20);
  }

  @Test
  void refreshing_renews_now_and_may_change_the_ttl() throws Exception {
    try (Claim claim = manager.claim("db")) {
      claim.refresh();
      assertThat(cluster.count("PATCH")).isEqualTo(1);
      claim.refresh(Duration.ofSeconds(10));
      assertThat(claim.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(10));
    }
  }

  @Test
  void user_data_that_is_not_json_and_times_that_make_no_sense_are_refused_at_once() {
    assertThatThrownBy(() -> manager.claim(ClaimOptions.of("db").withUserData("{")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> manager.claim(ClaimOptions.of("db").withTtl(Duration.ZERO)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(cluster.count("POST")).isZero();
  }
}
