package io.tenure.simulation;

import io.tenure.codec.EntryCodec;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command.Tick;
import io.tenure.kernel.Event;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.simulation.Message.Answer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * One node: a log, a store, a kernel over its table, and the product's own rules of time, which it
 * drives as the threads of the product do.
 */
final class Replica {

  /** A pause that the machine's monotonic clock runs through, or one in which it stands still. */
  enum Pause {
    NONE,
    STOPPED,
    SUSPENDED
  }

  /** An entry that is stamped but not yet in the log, and whom to tell what came of it. */
  record Proposal(long term, SimLog.Entry entry, List<Message> messages) {}

  final int id;
  final SimClock clock;
  final SimLog log;
  final SimStore store;
  final NodeTime time;
  private final Chance chance;
  private final Parts parts;
  private final Checker checker;

  boolean up = true;
  boolean isolated;
  Pause pause = Pause.NONE;

  long term;
  boolean leads;
  long commit;
  long[] match = {};

  private LeaseTable table = new LeaseTable();
  private LeaseKernel kernel = new LeaseKernel(table);
  private long applied;

  final List<Message> inbox = new ArrayList<>();
  final List<Proposal> stamped = new ArrayList<>();
  private final Map<Long, Proposal> proposed = new TreeMap<>();
  private long startIndex;
  private SimForwarder forwarder;
  private int starts;

  /** How often its monotonic clock stood still. */
  private int suspensions;

  Replica(int id, Chance chance, Parts parts, Checker checker) {
    this.id = id;
    this.chance = chance;
    clock = new SimClock(chance);
    this.parts = parts;
    this.checker = checker;
    log = parts.log();
    store = parts.store();
    time = new NodeTime(clock, parts, checker.times);
    forwarder = new SimForwarder(this, parts.sender(id, starts), chance);
  }

  SimForwarder forwarder() {
    return forwarder;
  }

  boolean runs() {
    return up && pause == Pause.NONE;
  }

  boolean isReachable() {
    return runs() && !isolated;
  }

  /** Whether it leads and has applied all entries of older terms. */
  boolean isReady() {
    return runs() && leads && applied >= startIndex;
  }

  LeaseTable table() {
    return table;
  }

  long applied() {
    return applied;
  }

  void pass(long trueMicros) {
    if (pause != Pause.SUSPENDED) {
      clock.pass(trueMicros);
    }
    if (pause == Pause.NONE) {
      time.ran(trueMicros);
    }
  }

  int suspensions() {
    return suspensions;
  }

  void pause(Pause kind) {
    pause = kind;
    suspensions += kind == Pause.SUSPENDED ? 1 : 0;
    time.paused();
  }

  void resume(long delayNanos) {
    pause = Pause.NONE;
    time.resumed(delayNanos);
  }

  /** Learns of a term; a leader of an older one leads no more, and forgets whom to answer. */
  void follow(long newTerm) {
    if (newTerm > term) {
      term = newTerm;
      leads = false;
      proposed.clear();
      time.lostTick();
    }
  }

  void lead(int members) {
    leads = true;
    match = new long[members];
    startIndex = log.append(new SimLog.Entry(term, new byte[0], null));
    if (parts.startsTimeWhenElected()) {
      time.startTerm(term, table.now().cluster());
    }
  }

  /** Lets its ticker look, if it is awake. */
  void look(long trueMicros, long delayNanos) {
    if (runs() && time.isLookDue()) {
      if (time.look(Optional.of(table).filter(any -> isReady()), delayNanos)) {
        inbox.add(0, Message.own(new Tick(), trueMicros));
      }
    }
  }

  /** Takes a request in, to propose it, unless the cluster cannot read it yet. */
  void take(Message message) {
    if (RequestCodec.atLevel(table.level(), message.request()).equals(message.request())) {
      inbox.add(message);
    }
  }

  /**
   * Stamps a batch that is to be proposed; if it may not, nobody hears of the batch again.
   *
   * @param confirmation asks a quorum whether this node leads
   */
  void stamp(List<Message> messages, BooleanSupplier confirmation, long trueMicros) {
    long inTerm = term;
    Optional<NodeTime.Stamp> given = time.stamp(this, confirmation, trueMicros);
    if (given.isEmpty()) {
      time.lostTick();
      return;
    }
    NodeTime.Stamp stamp = given.get();
    List<byte[]> requests =
        messages.stream().map(message -> RequestCodec.encode(message.request())).toList();
    byte[] data = EntryCodec.encode(new Moment(stamp.time(), clock.wallMicros()), requests);
    stamped.add(new Proposal(inTerm, new SimLog.Entry(inTerm, data, stamp.how()), messages));
  }

  /** Appends what was stamped in this term; what was stamped in an older one is refused. */
  void append(int position) {
    Proposal proposal = stamped.remove(position);
    if (leads && (proposal.term() == term || parts.proposesOldStamps())) {
      SimLog.Entry entry = proposal.entry();
      proposed.put(log.append(new SimLog.Entry(term, entry.data(), entry.stamp())), proposal);
    }
  }

  /** Applies committed entries, at most so many, with one write, and returns what to answer. */
  List<Answer> apply(int most) {
    List<Event> events = new ArrayList<>();
    List<Answer> answers = new ArrayList<>();
    long last = Math.min(commit, applied + most);
    boolean wrote = false;
    while (applied < last) {
      long index = applied + 1;
      if (index < log.first()) {
        throw new AssertionError("the log of replica " + id + " has lost entry " + index);
      }
      SimLog.Entry entry = log.at(index);
      if (entry.isStartOfTerm()) {
        applied = index;
        checker.startedTerm(this, entry);
      } else {
        answers.addAll(apply(index, entry, events));
        wrote = true;
      }
      if (leads && index == startIndex) {
        getReady();
      }
    }
    if (wrote) {
      store.write(applied, events, table.head(), table.digest());
      time.applied(table.nextExpiry(), answers.stream().anyMatch(each -> each.message().isTick()));
    }
    return answers;
  }

  private List<Answer> apply(long index, SimLog.Entry raw, List<Event> events) {
    LogEntry entry = EntryCodec.decode(index, ByteBuffer.wrap(raw.data()));
    Outcome outcome = kernel.apply(entry);
    applied = index;
    events.addAll(outcome.events());
    FirstAnswers first = new FirstAnswers(store, events);
    List<Result> results = outcome.results().stream().map(first::resolve).toList();
    checker.applied(this, new Applied(entry, raw, outcome, results));
    List<Answer> answers = new ArrayList<>();
    Proposal proposal = proposed.remove(index);
    if (proposal != null && proposal.term() == raw.term()) {
      for (int i = 0; i < results.size(); i++) {
        answers.add(answer(proposal.messages().get(i), results.get(i), raw));
      }
    }
    return answers;
  }

  private static Answer answer(Message message, Result result, SimLog.Entry raw) {
    if (result instanceof Redelivered && message.item() != null && raw.stamp() != null) {
      message.item().forgotten(raw.stamp().trueMicros() - message.sentMicros());
    }
    return new Answer(message, result);
  }

  private void getReady() {
    time.startTerm(term, table.now().cluster());
    time.ready();
  }

  void crash() {
    up = false;
    pause = Pause.NONE;
    leads = false;
    inbox.clear();
    stamped.clear();
    proposed.clear();
    store.crash();
    log.crash();
    commit = 0;
  }

  void restart() {
    up = true;
    starts++;
    forwarder = new SimForwarder(this, parts.sender(id, starts), chance);
    time.restarted();
    load();
  }

  /** Takes the place of a log that its leader does not have any more. */
  void install(Replica leader) {
    store.install(leader.store.snapshot());
    long index = store.appliedIndex();
    log.resetTo(index, leader.log.termAt(index));
    load();
  }

  private void load() {
    table = store.load();
    kernel = new LeaseKernel(table);
    applied = store.appliedIndex();
    commit = applied;
    time.applied(table.nextExpiry(), false);
    checker.restored(this);
  }
}
