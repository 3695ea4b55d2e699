package io.tenure.simulation;

import io.tenure.replication.HandOver;
import io.tenure.replication.Transfer;
import io.tenure.service.LeaderChange.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is promised to whoever wants a member to lead: one outcome in time; that it leads only if it
 * does; and that nothing was begun only if no leader has begun anything for this request.
 */
final class HandOverRules {

  private static final long AGAIN_NANOS = 100_000_000;

  /** A request at one node. */
  static final class Move extends Call {

    final HandOver request;
    private final Optional<SimNode> target;

    /** The last term of which its node knew, and whether it led that term itself. */
    private final long term;

    private final boolean led;
    private boolean begun;

    /** Whether its node was told so. */
    private boolean isBegunSaid;

    /** What its node has asked last. */
    private HandOver.@Nullable Question last;

    private int told;

    private Move(SimProcess process, Optional<SimNode> target) {
      super(process, "a hand-over", process.nanos() + HandOver.PATIENCE_NANOS, 0);
      this.target = target;
      term = process.standing().term();
      led = process.standing().mine();
      request =
          target
              .map(node -> HandOver.to(node.name(), this, cameNanos))
              .orElseGet(() -> HandOver.toAnybody(this, cameNanos));
    }

    /** Whether the answer to this question decides when the next one is due. */
    private boolean awaits(HandOver.Question question) {
      return !isBegunSaid && last == question;
    }

    @Override
    void isTold() {
      told++;
      if (told > 1) {
        throw new AssertionError(what + " has two outcomes");
      }
    }
  }

  private final CallRules calls;
  private final Map<HandOver, Move> open = new HashMap<>();

  /** Those that have to be put to the leader again. */
  private final Map<HandOver, Call> putOff = new HashMap<>();

  private final Map<Transfer, HandOver> requests = new HashMap<>();

  /** The last term that each node led. */
  private final Map<SimNode, Long> ledTerms = new HashMap<>();

  private final Map<Outcome, Long> outcomes = new TreeMap<>();

  HandOverRules(CallRules calls) {
    this.calls = calls;
  }

  /** How many requests had this outcome. */
  long count(Outcome outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }

  /**
   * Asks a node to let a node lead.
   *
   * @param target nobody in particular if empty
   */
  Move ask(SimProcess process, Optional<SimNode> target, Checker checker) {
    Move move = new Move(process, target);
    calls.begins(move);
    open.put(move.request, move);
    move.request.outcome().thenAccept(outcome -> checker.guard(() -> ends(move, outcome)));
    process.tell((member, nanos) -> member.handOvers().ask(move.request, nanos));
    return move;
  }

  private void ends(Move move, Outcome outcome) {
    calls.ends(move);
    open.remove(move.request);
    isSettled(move.request);
    outcomes.merge(outcome, 1L, Long::sum);
    if (outcome == Outcome.LEADS && !hasLed(move)) {
      throw new AssertionError("a member is said to lead that never did: " + move.target);
    }
    if (outcome == Outcome.NOT_BEGUN && move.begun) {
      throw new AssertionError("a hand-over was begun, but is told as not begun");
    }
  }

  /** It is put to a leader: the next one, or the same one that was silent for a while. */
  void isAsked(HandOver.Question question) {
    isSettled(question.request());
    Optional.ofNullable(open.get(question.request())).ifPresent(move -> move.last = question);
  }

  /** A leader was not reached, or could not hand over when it was asked. */
  void isPutOff(HandOver.Question question) {
    HandOver request = question.request();
    Move move = open.get(request);
    if (move != null && move.awaits(question) && !putOff.containsKey(request)) {
      long due = move.process.nanos() + AGAIN_NANOS;
      Call again = new Call(move.process, "a hand-over that was put off", due, 0);
      putOff.put(request, again);
      calls.begins(again);
    }
  }

  /** A leader has said that it has begun. */
  void isBegun(HandOver request) {
    Optional.ofNullable(open.get(request)).ifPresent(move -> move.isBegunSaid = true);
    isSettled(request);
  }

  /** It is put to a leader, or a leader has begun, or it is over. */
  void isSettled(HandOver request) {
    Call again = putOff.remove(request);
    if (again != null) {
      calls.ends(again);
    }
  }

  /** A process has another leader, or none. */
  void leaderChanged(SimProcess process) {
    List.copyOf(putOff.keySet()).stream()
        .filter(request -> putOff.get(request).process == process)
        .forEach(this::isSettled);
  }

  private boolean hasLed(Move move) {
    boolean toItself = move.target.filter(move.process.node::equals).isPresent();
    long since = move.led && !toItself ? move.term + 1 : move.term;
    return ledTerms.entrySet().stream()
        .filter(each -> each.getValue() >= since)
        .anyMatch(
            each ->
                move.target.map(each.getKey()::equals).orElse(each.getKey() != move.process.node));
  }

  void leads(SimNode node, long term) {
    ledTerms.put(node, term);
  }

  /** A request reaches a leader as this. */
  void isFor(Transfer transfer, HandOver request) {
    requests.put(transfer, request);
  }

  /** The log transfers leadership: for a request of another node, or of this one. */
  void begun(SimProcess leader, Transfer transfer) {
    HandOver request = requests.get(transfer);
    List<Move> moves = new ArrayList<>();
    if (request == null) {
      open.values().stream()
          .filter(each -> each.process == leader)
          .filter(each -> each.target.map(SimNode::name).equals(transfer.target()))
          .forEach(moves::add);
    } else if (open.containsKey(request)) {
      moves.add(open.get(request));
    }
    if (moves.size() == 1) { // of several that look alike, nobody knows which one it was
      moves.get(0).begun = true;
    }
  }
}
