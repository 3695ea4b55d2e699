package io.tenure.client.machine;

import static io.tenure.client.machine.Action.ABANDON_POST;
import static io.tenure.client.machine.Action.CREATE_ACTIVATE;
import static io.tenure.client.machine.Action.CREATE_LEASE;
import static io.tenure.client.machine.Action.CREATE_RENEW;
import static io.tenure.client.machine.Action.CREATE_RETRY;
import static io.tenure.client.machine.Action.CREATE_TIMEOUT;
import static io.tenure.client.machine.Action.CREATE_WATCH;
import static io.tenure.client.machine.Action.DELETE_ACTIVATE;
import static io.tenure.client.machine.Action.DELETE_LEASE;
import static io.tenure.client.machine.Action.DELETE_RENEW;
import static io.tenure.client.machine.Action.DELETE_RETRY;
import static io.tenure.client.machine.Action.DELETE_TIMEOUT;
import static io.tenure.client.machine.Action.DELETE_WATCH;
import static io.tenure.client.machine.Action.KEEP;
import static io.tenure.client.machine.Action.NOTIFY_ACQUIRED;
import static io.tenure.client.machine.Action.NOTIFY_CANCELLED;
import static io.tenure.client.machine.Action.NOTIFY_LOST;
import static io.tenure.client.machine.Action.NOTIFY_REGISTERED;
import static io.tenure.client.machine.Action.NOTIFY_RELEASED;
import static io.tenure.client.machine.Action.NOTIFY_RENEWED;
import static io.tenure.client.machine.Action.NOTIFY_TIMEOUT;
import static io.tenure.client.machine.Action.NOTIFY_WAITING;
import static io.tenure.client.machine.Action.SEND_ABORT;
import static io.tenure.client.machine.Action.SEND_ACTIVATE;
import static io.tenure.client.machine.Action.SEND_POST;
import static io.tenure.client.machine.Action.SEND_RELEASE;
import static io.tenure.client.machine.Action.SEND_RENEW;
import static io.tenure.client.machine.Action.SEND_WITHDRAW;
import static io.tenure.client.machine.Action.TERMINATE;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a claim can do, as one table. A condition that has no row in the state is not looked at.
 *
 * <p>There is one request at a time: the answer to an earlier one means nothing. A timer that is
 * created takes the place of the one with its name. Every final state has no timer and no watch.
 */
final class StateTable {

  /** Of one source, in the order of the document. */
  private static final class Source {
    private final State state;
    private final List<Row> rows;

    Source(State state, List<Row> rows) {
      this.state = state;
      this.rows = rows;
    }

    Source row(State to, Condition when, Action... actions) {
      rows.add(new Row(state, to, when, List.of(actions), false));
      return this;
    }

    Source own(State to, Condition when, Action... actions) {
      rows.add(new Row(state, to, when, List.of(actions), true));
      return this;
    }
  }

  static final List<Row> ROWS = rows();

  private static final Map<State, List<Row>> BY_SOURCE = bySource();

  private StateTable() {}

  /** The row for something that happened in a state. */
  static Optional<Row> find(State source, Condition condition) {
    return BY_SOURCE.getOrDefault(source, List.of()).stream()
        .filter(row -> row.condition() == condition)
        .findFirst();
  }

  /** The row for an answer that came in a state. */
  static Optional<Row> find(State source, int status) {
    List<Row> matching =
        BY_SOURCE.getOrDefault(source, List.of()).stream()
            .filter(row -> row.condition().matches(status))
            .toList();
    return matching.stream()
        .filter(row -> row.condition().isExact())
        .findFirst()
        .or(() -> matching.stream().findFirst());
  }

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    new Source(State.NEW, rows).row(State.REGISTERING, Condition.START, SEND_POST, CREATE_TIMEOUT);
    ending(rows);
    activating(rows);
    registering(rows);
    holding(rows);
    waiting(rows);
    return List.copyOf(rows);
  }

  private static void ending(List<Row> rows) {
    new Source(State.ABORTING, rows)
        .row(State.ABORTED, Condition.NO_CONTENT, DELETE_TIMEOUT)
        .row(State.DONE, Condition.SIGNAL, DELETE_TIMEOUT)
        .row(State.DONE, Condition.TIMEOUT)
        .row(State.FAIL, Condition.REFUSED, TERMINATE, DELETE_TIMEOUT)
        .row(State.RETRYING_ABORT, Condition.FAILED, CREATE_RETRY);
    new Source(State.RETRYING_ABORT, rows)
        .row(State.ABORTING, Condition.RETRY, SEND_ABORT)
        .row(State.DONE, Condition.SIGNAL, DELETE_RETRY, DELETE_TIMEOUT)
        .row(State.DONE, Condition.TIMEOUT, DELETE_RETRY);
    new Source(State.RELEASING, rows)
        .row(State.DONE, Condition.SIGNAL, DELETE_TIMEOUT, NOTIFY_CANCELLED)
        .row(State.DONE, Condition.TIMEOUT, NOTIFY_TIMEOUT)
        .row(State.FAIL, Condition.REFUSED, TERMINATE, DELETE_TIMEOUT)
        .row(State.RELEASED, Condition.NO_CONTENT, NOTIFY_RELEASED, DELETE_TIMEOUT)
        .row(State.RETRYING_RELEASE, Condition.FAILED, CREATE_RETRY);
    new Source(State.RETRYING_RELEASE, rows)
        .row(State.RELEASING, Condition.RETRY, SEND_RELEASE)
        .row(State.DONE, Condition.SIGNAL, DELETE_RETRY, DELETE_TIMEOUT, NOTIFY_CANCELLED)
        .row(State.DONE, Condition.TIMEOUT, DELETE_RETRY, NOTIFY_TIMEOUT);
    new Source(State.WITHDRAWING, rows)
        .row(State.DONE, Condition.SIGNAL, DELETE_TIMEOUT)
        .row(State.DONE, Condition.TIMEOUT)
        .row(State.FAIL, Condition.REFUSED, TERMINATE, DELETE_TIMEOUT)
        .row(State.RETRYING_WITHDRAW, Condition.FAILED, CREATE_RETRY)
        .row(State.WITHDRAWN, Condition.NO_CONTENT, DELETE_TIMEOUT);
    new Source(State.RETRYING_WITHDRAW, rows)
        .row(State.WITHDRAWING, Condition.RETRY, SEND_WITHDRAW)
        .row(State.DONE, Condition.SIGNAL, DELETE_RETRY, DELETE_TIMEOUT)
        .row(State.DONE, Condition.TIMEOUT, DELETE_RETRY);
  }

  private static void registering(List<Row> rows) {
    Action[] given = {DELETE_TIMEOUT, ABANDON_POST, NOTIFY_CANCELLED};
    Action[] givenLater = {DELETE_RETRY, DELETE_TIMEOUT, ABANDON_POST, NOTIFY_CANCELLED};
    new Source(State.REGISTERING, rows)
        .row(State.DONE, Condition.SIGNAL, given)
        .own(State.DONE, Condition.RELEASE, given)
        .row(State.DONE, Condition.TIMEOUT, NOTIFY_TIMEOUT, ABANDON_POST)
        .row(State.FAIL, Condition.REFUSED_BUT_404, TERMINATE, DELETE_TIMEOUT)
        .own(State.FAIL, Condition.ANSWERED_ENDED, TERMINATE, DELETE_TIMEOUT)
        .row(State.RETRYING_REGISTER, Condition.FAILED_OR_404, CREATE_RETRY)
        .row(
            State.ACTIVE,
            Condition.CREATED,
            NOTIFY_REGISTERED,
            CREATE_RENEW,
            CREATE_LEASE,
            CREATE_WATCH,
            DELETE_TIMEOUT,
            NOTIFY_ACQUIRED)
        .row(
            State.WAITING,
            Condition.ACCEPTED,
            NOTIFY_REGISTERED,
            NOTIFY_WAITING,
            CREATE_WATCH,
            CREATE_ACTIVATE);
    new Source(State.RETRYING_REGISTER, rows)
        .row(State.REGISTERING, Condition.RETRY, SEND_POST)
        .row(State.DONE, Condition.SIGNAL, givenLater)
        .own(State.DONE, Condition.RELEASE, givenLater)
        .row(State.DONE, Condition.TIMEOUT, NOTIFY_TIMEOUT, DELETE_RETRY, ABANDON_POST);
  }

  private static void activating(List<Row> rows) {
    Action[] abort = {SEND_ABORT, CREATE_TIMEOUT, DELETE_WATCH, NOTIFY_CANCELLED};
    Action[] withdraw = {SEND_WITHDRAW, CREATE_TIMEOUT, DELETE_WATCH, NOTIFY_CANCELLED};
    Action[] late = {NOTIFY_TIMEOUT, SEND_WITHDRAW, CREATE_TIMEOUT, DELETE_WATCH};
    new Source(State.ACTIVATING, rows)
        .row(State.ABORTING, Condition.SIGNAL, abort)
        .own(State.WITHDRAWING, Condition.RELEASE, withdraw)
        .row(State.WITHDRAWING, Condition.TIMEOUT, late)
        .row(
            State.ACTIVE,
            Condition.OK,
            CREATE_RENEW,
            CREATE_LEASE,
            CREATE_WATCH,
            DELETE_TIMEOUT,
            NOTIFY_ACQUIRED)
        .row(State.FAIL, Condition.REFUSED, TERMINATE, DELETE_TIMEOUT, DELETE_WATCH)
        .row(State.RETRYING_ACTIVATE, Condition.FAILED, CREATE_RETRY)
        .row(State.WAITING, Condition.CONFLICT, NOTIFY_WAITING, CREATE_ACTIVATE)
        .own(State.ACTIVATING, Condition.SEEN_ACTIVE, KEEP);
    new Source(State.RETRYING_ACTIVATE, rows)
        .row(State.ABORTING, Condition.SIGNAL, with(DELETE_RETRY, abort))
        .own(State.WITHDRAWING, Condition.RELEASE, with(DELETE_RETRY, withdraw))
        .row(State.ACTIVATING, Condition.RETRY, SEND_ACTIVATE)
        .row(State.WITHDRAWING, Condition.TIMEOUT, with(DELETE_RETRY, late))
        .own(State.ACTIVATING, Condition.SEEN_ACTIVE, SEND_ACTIVATE, DELETE_RETRY)
        .own(State.FAIL, Condition.SEEN_ENDED, TERMINATE, DELETE_RETRY, DELETE_TIMEOUT);
  }

  private static void waiting(List<Row> rows) {
    new Source(State.WAITING, rows)
        .row(
            State.ABORTING,
            Condition.SIGNAL,
            SEND_ABORT,
            DELETE_ACTIVATE,
            CREATE_TIMEOUT,
            DELETE_WATCH,
            NOTIFY_CANCELLED)
        .own(
            State.WITHDRAWING,
            Condition.RELEASE,
            SEND_WITHDRAW,
            DELETE_ACTIVATE,
            CREATE_TIMEOUT,
            DELETE_WATCH,
            NOTIFY_CANCELLED)
        .row(State.ACTIVATING, Condition.ACTIVATE, SEND_ACTIVATE)
        .own(State.ACTIVATING, Condition.SEEN_ACTIVE, SEND_ACTIVATE, DELETE_ACTIVATE)
        .own(State.FAIL, Condition.SEEN_ENDED, TERMINATE, DELETE_ACTIVATE, DELETE_TIMEOUT)
        .row(
            State.WITHDRAWING,
            Condition.TIMEOUT,
            NOTIFY_TIMEOUT,
            SEND_WITHDRAW,
            DELETE_ACTIVATE,
            CREATE_TIMEOUT,
            DELETE_WATCH);
  }

  private static void holding(List<Row> rows) {
    Action[] abort = {SEND_ABORT, DELETE_LEASE, CREATE_TIMEOUT, DELETE_WATCH, NOTIFY_CANCELLED};
    Action[] release = {SEND_RELEASE, DELETE_LEASE, CREATE_TIMEOUT, DELETE_WATCH};
    Action[] lost = {NOTIFY_LOST, SEND_ABORT, CREATE_TIMEOUT, DELETE_WATCH};
    Action[] ended = {NOTIFY_LOST, DELETE_LEASE};
    new Source(State.ACTIVE, rows)
        .row(State.ABORTING, Condition.SIGNAL, with(DELETE_RENEW, abort))
        .row(State.RELEASING, Condition.RELEASE, with(DELETE_RENEW, release))
        .row(State.RENEWING, Condition.RENEW, SEND_RENEW)
        .own(State.RENEWING, Condition.REFRESH, SEND_RENEW, DELETE_RENEW)
        .own(State.ABORTING, Condition.LEASE, with(DELETE_RENEW, lost))
        .own(State.FAIL, Condition.SEEN_ENDED, with(DELETE_RENEW, ended));
    new Source(State.RENEWING, rows)
        .row(State.ABORTING, Condition.SIGNAL, abort)
        .row(State.RELEASING, Condition.RELEASE, release)
        .row(State.ACTIVE, Condition.OK, CREATE_RENEW, CREATE_LEASE, NOTIFY_RENEWED)
        .row(State.FAIL, Condition.REFUSED, TERMINATE, DELETE_LEASE, DELETE_WATCH)
        .row(State.RETRYING_RENEW, Condition.FAILED, CREATE_RETRY)
        .own(State.RENEWING, Condition.REFRESH, KEEP)
        .own(State.ABORTING, Condition.LEASE, lost)
        .own(State.FAIL, Condition.SEEN_ENDED, ended);
    new Source(State.RETRYING_RENEW, rows)
        .row(State.ABORTING, Condition.SIGNAL, with(DELETE_RETRY, abort))
        .row(State.RELEASING, Condition.RELEASE, with(DELETE_RETRY, release))
        .row(State.RENEWING, Condition.RETRY, SEND_RENEW)
        .own(State.RENEWING, Condition.REFRESH, SEND_RENEW, DELETE_RETRY)
        .own(State.ABORTING, Condition.LEASE, with(DELETE_RETRY, lost))
        .own(State.FAIL, Condition.SEEN_ENDED, with(DELETE_RETRY, ended));
  }

  private static Action[] with(Action first, Action... rest) {
    Action[] all = new Action[rest.length + 1];
    all[0] = first;
    System.arraycopy(rest, 0, all, 1, rest.length);
    return all;
  }

  private static Map<State, List<Row>> bySource() {
    Map<State, List<Row>> map = new EnumMap<>(State.class);
    for (State state : State.values()) {
      map.put(state, ROWS.stream().filter(row -> row.source() == state).toList());
    }
    return map;
  }
}
