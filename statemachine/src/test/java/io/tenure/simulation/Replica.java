package io.tenure.simulation;

import io.tenure.codec.EntryCodec;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command.Tick;
import io.tenure.kernel.Event;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.Repeated;
import io.tenure.simulation.Message.Answer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One node: a log, a store, a kernel over its table, and, while it leads, a clock to stamp with.
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

  private static final long TICK_MICROS = 1_000_000;

  final int id;
  final SimClock clock;
  final SimLog log;
  final SimStore store;
  private final LeaderClock stamps;
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
  private long runningMicros;
  private int pauses;
  private boolean capped;
  private long lastTickMicros;

  Replica(int id, SimClock clock, Parts parts, Checker checker) {
    this.id = id;
    this.clock = clock;
    this.checker = checker;
    log = parts.log();
    store = parts.store();
    stamps = parts.clock();
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
      runningMicros += trueMicros;
    }
  }

  void pause(Pause kind) {
    pause = kind;
    pauses++;
  }

  /** Learns of a term; a leader of an older one leads no more, and forgets whom to answer. */
  void follow(long newTerm) {
    if (newTerm > term) {
      term = newTerm;
      leads = false;
      proposed.clear();
      stamped.clear();
    }
  }

  void lead(int members) {
    leads = true;
    match = new long[members];
    startIndex = log.append(new SimLog.Entry(term, new byte[0], null));
    stamps.elected(table.now().cluster(), clock);
  }

  /** Whether the leader should let time pass through the log. */
  boolean isTickDue() {
    long sinceTick = clock.monotonicMicros() - lastTickMicros;
    ClusterTime soon = table.now().cluster().plusMicros(sinceTick);
    return table.isTimed() && (sinceTick >= TICK_MICROS || !soon.isBefore(table.nextExpiry()));
  }

  void stampTick(long trueMicros) {
    lastTickMicros = clock.monotonicMicros();
    stamp(List.of(new Message(-1, 0, Request.of(new Tick()), trueMicros)), trueMicros);
  }

  void stamp(List<Message> messages, long trueMicros) {
    ClusterTime now = table.now().cluster();
    ClusterTime stamp = stamps.stamp(now, clock);
    capped |= stamp.equals(now.plusMicros(LeaderClock.CAP_MICROS));
    List<byte[]> requests =
        messages.stream().map(message -> RequestCodec.encode(message.request())).toList();
    byte[] data = EntryCodec.encode(new Moment(stamp, clock.wallMicros()), requests);
    Stamping how = new Stamping(trueMicros, runningMicros, pauses, startIndex, capped);
    stamped.add(new Proposal(term, new SimLog.Entry(term, data, how), messages));
  }

  /** Appends what was stamped in this term; what was stamped in an older one is refused. */
  void append(int position) {
    Proposal proposal = stamped.remove(position);
    if (leads && proposal.term() == term) {
      proposed.put(log.append(proposal.entry()), proposal);
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
    }
    return answers;
  }

  private List<Answer> apply(long index, SimLog.Entry raw, List<Event> events) {
    LogEntry entry = EntryCodec.decode(index, ByteBuffer.wrap(raw.data()));
    Outcome outcome = kernel.apply(entry);
    applied = index;
    events.addAll(outcome.events());
    List<Result> results = outcome.results().stream().map(each -> resolve(each, events)).toList();
    checker.applied(this, new Applied(entry, raw, outcome, results));
    List<Answer> answers = new ArrayList<>();
    Proposal proposal = proposed.remove(index);
    if (proposal != null && proposal.term() == raw.term()) {
      for (int i = 0; i < results.size(); i++) {
        answers.add(new Answer(proposal.messages().get(i), results.get(i)));
      }
    }
    return answers;
  }

  private void getReady() {
    stamps.ready(table.now().cluster(), clock);
    runningMicros = 0;
    pauses = 0;
    capped = false;
    lastTickMicros = clock.monotonicMicros();
  }

  /** Puts the first answer for a repeated one: from the store, or not even written there yet. */
  private Result resolve(Result result, List<Event> unwritten) {
    return result instanceof Repeated repeated
        ? firstAnswer(repeated.key().name(), unwritten)
        : result;
  }

  private Result firstAnswer(RequestKey.Name name, List<Event> unwritten) {
    for (int i = unwritten.size() - 1; i >= 0; i--) {
      if (unwritten.get(i) instanceof AnswerKept kept && kept.key().name().equals(name)) {
        return kept.answer();
      }
    }
    return store
        .answer(name)
        .orElseThrow(() -> new AssertionError("replica " + id + " has lost the answer to " + name));
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
    checker.restored(this);
  }
}
