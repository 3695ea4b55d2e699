package io.tenure.gateway.locket;

import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.UNAVAILABLE;
import static io.tenure.gateway.locket.Locket.assertRefused;
import static io.tenure.gateway.locket.Locket.lockOf;
import static io.tenure.gateway.locket.Locket.releaseOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.gateway.locket.wire.FetchAllRequest;
import io.tenure.gateway.locket.wire.FetchRequest;
import io.tenure.gateway.locket.wire.LocketGrpc;
import io.tenure.gateway.locket.wire.TypeCode;
import io.tenure.kernel.Command;
import io.tenure.kernel.Holder;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A cluster that cannot answer for a while is waited for, and not reported. */
class OutageSpec {

  private static final UnavailableException NO_LEADER = new UnavailableException("no leader");
  private static final UnknownOutcomeException LOST = new UnknownOutcomeException("leader lost");

  private final UnsteadyLeases leases = new UnsteadyLeases();
  private final BlockingQueue<String> answered = new LinkedBlockingQueue<>();
  private final Locket locket = locketWith(Duration.ofSeconds(60));

  private Locket locketWith(Duration patience) {
    return new Locket(
        Locket.OPTIONS.withPatience(patience),
        leases,
        (method, code, nanos) -> answered.add(method + " " + code));
  }

  private LocketGrpc.LocketFutureStub later() {
    return LocketGrpc.newFutureStub(locket.channel);
  }

  @AfterEach
  void close() {
    locket.close();
  }

  private static Status failure(Future<?> call) {
    ExecutionException failure =
        catchThrowableOfType(ExecutionException.class, () -> call.get(30, TimeUnit.SECONDS));
    return ((StatusRuntimeException) failure.getCause()).getStatus();
  }

  @Test
  void every_call_is_held_through_an_election() throws Exception {
    locket.lock("held", "one");
    leases.goDown(NO_LEADER);
    leases.awaitAttempts(1);
    FetchAllRequest all = FetchAllRequest.newBuilder().setTypeCode(TypeCode.LOCK).build();
    var calls =
        List.of(
            later().lock(lockOf("a", "one")),
            later().release(releaseOf("held", "one")),
            later().fetch(FetchRequest.newBuilder().setKey("held2").build()),
            later().fetchAll(all));
    leases.awaitAttempts(12);
    assertThat(calls).noneMatch(Future::isDone);
    leases.kernel.apply(
        new Command.Acquire(
            new ResourceKey("locket/held2"),
            Holder.named("o"),
            Ttl.ofSeconds(9),
            Command.WhenHeld.REFUSE,
            UserData.NONE,
            ""));
    leases.recover();
    for (ListenableFuture<?> call : calls) {
      call.get(30, TimeUnit.SECONDS);
    }
    assertThat(locket.fetch("a").getOwner()).isEqualTo("one");
    assertRefused(() -> locket.fetch("held"), NOT_FOUND, "resource-not-found");
  }

  @Test
  void a_call_without_a_deadline_is_held_for_a_while() {
    leases.goDown(NO_LEADER);
    try (Locket impatient = locketWith(Duration.ofMillis(300))) {
      assertRefused(() -> impatient.lock("a", "one"), UNAVAILABLE, "unavailable: no leader");
      leases.goDown(LOST);
      assertRefused(() -> impatient.lock("a", "one"), UNAVAILABLE, "unknown-outcome: leader lost");
    }
  }

  @Test
  void a_caller_with_a_deadline_hears_before_it_that_there_was_no_answer() {
    leases.goDown(NO_LEADER);
    Status status =
        failure(later().withDeadlineAfter(2500, TimeUnit.MILLISECONDS).lock(lockOf("a", "one")));
    assertThat(status.getCode()).isEqualTo(UNAVAILABLE);
  }

  @Test
  void a_lock_whose_answer_was_lost_is_taken_once() {
    leases.loseNextAnswer(LOST);
    long token = locket.lock("a", "one");
    assertThat(locket.lock("a", "one")).isEqualTo(token);
  }

  @Test
  void a_release_whose_answer_was_lost_has_succeeded() {
    locket.lock("a", "one");
    leases.loseNextAnswer(LOST);
    locket.release("a", "one");
    assertRefused(() -> locket.release("a", "one"), NOT_FOUND, "resource-not-found");
  }

  @Test
  void an_outcome_once_unknown_stays_unknown() throws Exception {
    leases.goDown(LOST);
    var call = later().withDeadlineAfter(5, TimeUnit.SECONDS).lock(lockOf("a", "one"));
    leases.awaitAttempts(1);
    leases.goDown(NO_LEADER);
    assertThat(failure(call).getDescription()).isEqualTo("unknown-outcome: no leader");
  }

  @Test
  void a_server_that_closes_holds_nobody_any_more() throws Exception {
    leases.goDown(NO_LEADER);
    var call = later().lock(lockOf("a", "one"));
    leases.awaitAttempts(2);
    locket.server.close();
    assertThat(failure(call).getDescription()).isEqualTo("unavailable: no leader");
  }

  @Test
  void a_server_that_closes_cuts_off_who_gets_no_answer() throws Exception {
    leases.hold();
    try (Locket other =
        new Locket(
            Locket.OPTIONS.withStopGrace(Duration.ofMillis(100)), leases, LocketObserver.NONE)) {
      var call = LocketGrpc.newFutureStub(other.channel).lock(lockOf("a", "one"));
      leases.awaitAttempts(1);
      other.server.close();
      assertThat(failure(call).getCode()).isIn(UNAVAILABLE, Status.Code.CANCELLED);
    } finally {
      leases.letGo();
    }
  }

  @Test
  void who_does_not_wait_any_more_is_not_asked_for() throws Exception {
    leases.goDown(NO_LEADER);
    var call = later().lock(lockOf("a", "one"));
    leases.awaitAttempts(1);
    call.cancel(true);
    assertThat(answered.poll(30, TimeUnit.SECONDS)).isEqualTo("Lock CANCELLED");
    leases.recover();
    locket.lock("b", "one");
    assertRefused(() -> locket.fetch("a"), NOT_FOUND, "resource-not-found");
    assertThat(answered.poll(30, TimeUnit.SECONDS)).isEqualTo("Lock OK");
    assertThat(answered.poll(30, TimeUnit.SECONDS)).isEqualTo("Fetch NOT_FOUND");
  }

  @Test
  void a_fault_of_ours_says_so_and_nothing_else() {
    leases.goDown(new IllegalStateException("secret"));
    assertRefused(
        () -> locket.lock("a", "one"), Status.Code.INTERNAL, "the server failed; its log says why");
  }
}
