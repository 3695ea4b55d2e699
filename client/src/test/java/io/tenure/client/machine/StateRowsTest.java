package io.tenure.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.transport.Json;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table, met by a real machine in the row's state: what it does is observed. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StateRowsTest {

  private final FakeHost host = new FakeHost();

  static Stream<Row> rows() {
    return StateTable.ROWS.stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void a_row_leads_where_it_says_and_does_what_it_says(Row row) {
    reach(row.source());
    assertThat(host.ticket.state()).isEqualTo(row.source());
    boolean told = isTold(row.source());
    host.drain();

    meet(row);

    assertThat(host.ticket.state()).isEqualTo(row.destination());
    assertThat(observed(row)).isEqualTo(expected(row, told));
    if (row.destination().isFinal()) {
      assertThat(host.running()).as("timers of a final state").isEmpty();
      assertThat(host.ticket.ended()).isCompletedWithValue(row.destination());
      assertThat(host.ticket.isHeld()).isFalse();
    }
  }

  private void reach(State state) {
    switch (state) {
      case NEW -> host.settle();
      case REGISTERING -> host.ticket.machine().on(Condition.START);
      case WAITING -> after(State.REGISTERING, () -> host.answer(202, Bodies.waiting(2)));
      case ACTIVE -> after(State.REGISTERING, () -> host.answer(201, Bodies.active(30)));
      case ACTIVATING -> after(State.WAITING, () -> host.fire("activate"));
      case RENEWING -> after(State.ACTIVE, () -> host.fire("renew"));
      case RELEASING -> after(State.ACTIVE, host.ticket::release);
      case ABORTING -> after(State.WAITING, host.ticket::abort);
      case WITHDRAWING -> after(State.WAITING, host.ticket::release);
      case RETRYING_REGISTER -> after(State.REGISTERING, () -> host.answer(503, ""));
      case RETRYING_ACTIVATE -> after(State.ACTIVATING, () -> host.answer(503, ""));
      case RETRYING_RENEW -> after(State.RENEWING, () -> host.answer(503, ""));
      case RETRYING_RELEASE -> after(State.RELEASING, () -> host.answer(503, ""));
      case RETRYING_ABORT -> after(State.ABORTING, () -> host.answer(503, ""));
      case RETRYING_WITHDRAW -> after(State.WITHDRAWING, () -> host.answer(503, ""));
      default -> throw new AssertionError(state + " is final");
    }
  }

  private void after(State before, Runnable step) {
    reach(before);
    step.run();
    host.settle();
  }

  private static boolean isTold(State state) {
    return switch (state) {
      case ABORTING, RETRYING_ABORT, WITHDRAWING, RETRYING_WITHDRAW -> true;
      default -> false;
    };
  }

  private void meet(Row row) {
    switch (row.condition()) {
      case START -> host.ticket.machine().on(Condition.START);
      case SIGNAL -> host.ticket.abort();
      case RELEASE -> host.ticket.release();
      case REFRESH -> host.ticket.refresh();
      case TIMEOUT -> host.fire("timeout");
      case RETRY -> host.fire("retry");
      case RENEW -> host.fire("renew");
      case ACTIVATE -> host.fire("activate");
      case LEASE -> {
        host.time.pass(FakeHost.TTL);
        host.fire("lease");
      }
      case SEEN_ACTIVE -> host.ticket.machine().seen(Json.read(Bodies.active(30)));
      case ANSWERED_ENDED -> host.answer(201, Bodies.ended("expired"));
      case SEEN_ENDED -> host.ticket.machine().seen(Json.read(Bodies.ended("revoked")));
      default -> answer(row);
    }
    host.settle();
  }

  private void answer(Row row) {
    boolean renewing = row.source() == State.RENEWING;
    if (renewing) {
      host.time.pass(Duration.ofMillis(1)); // so that the new lease differs from the old
    }
    switch (row.condition()) {
      case OK, CREATED ->
          host.answer(row.condition() == Condition.OK ? 200 : 201, Bodies.active(30));
      case ACCEPTED -> host.answer(202, Bodies.waiting(3));
      case NO_CONTENT -> host.answer(204, "");
      case CONFLICT -> host.answer(409, Bodies.CONFLICT);
      case REFUSED, REFUSED_BUT_404 -> host.answer(400, Bodies.EXPIRED);
      case FAILED -> host.answer(503, "");
      case FAILED_OR_404 -> host.answer(404, "");
      default -> throw new AssertionError(row);
    }
  }

  /** What happened, in words of actions. */
  private TreeSet<String> observed(Row row) {
    TreeSet<String> seen = host.drain();
    boolean ended = seen.remove("ended");
    assertThat(ended).isEqualTo(row.destination().isFinal());
    if (ended) {
      seen.remove("delete watch"); // every final state sees to that
    }
    return seen;
  }

  private static TreeSet<String> expected(Row row, boolean told) {
    TreeSet<String> words = new TreeSet<>();
    for (Action action : row.actions()) {
      words.addAll(words(row, action, told));
    }
    if (row.destination().isFinal()) {
      words.remove("delete watch");
    }
    return words;
  }

  private static List<String> words(Row row, Action action, boolean told) {
    boolean held = row.source() == State.RENEWING || row.source() == State.RELEASING;
    return switch (action) {
      case SEND_POST -> List.of("send POST");
      case SEND_ABORT -> List.of("send PATCH {\"status\":\"aborted\"}");
      case SEND_ACTIVATE -> List.of("send PATCH {\"status\":\"active\"}");
      case SEND_RELEASE -> List.of("send PATCH {\"status\":\"released\"}");
      case SEND_WITHDRAW -> List.of("send PATCH {\"status\":\"withdrawn\"}");
      case SEND_RENEW -> List.of("send PATCH {\"ttl\":30.0}");
      case CREATE_LEASE -> held ? List.of() : List.of("create lease timer");
      case KEEP -> List.of();
      case NOTIFY_REGISTERED -> List.of("event Registered");
      case NOTIFY_WAITING -> List.of("event Waiting");
      case NOTIFY_ACQUIRED -> List.of("event Active");
      case NOTIFY_RENEWED -> List.of("event Renewed");
      case NOTIFY_LOST -> List.of("event Lost");
      case NOTIFY_RELEASED -> List.of("event Released");
      case NOTIFY_CANCELLED -> List.of("event Cancelled");
      case NOTIFY_TIMEOUT -> List.of("event Failed");
      case TERMINATE -> told ? List.of() : List.of(held ? "event Lost" : "event Failed");
      default -> List.of(action.text());
    };
  }
}
