package io.tenure.kernel;

import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.Configure;
import io.tenure.kernel.Command.RaiseLevel;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Command.Tick;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Ticked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kernel and a clock under the test's control, with the verbs in which specs are written. The
 * invariants of the table are checked after every step.
 */
final class Scenario {

  static final Ttl TTL = Ttl.ofSeconds(30);
  static final Duration WHOLE_TTL = Duration.ofSeconds(30);
  static final Duration ONE_MICRO = Duration.ofNanos(1_000);

  LeaseTable table = new LeaseTable();
  final MemoryArchive archive = new MemoryArchive();
  private LeaseKernel kernel = new LeaseKernel(table);
  private ClusterTime now = ClusterTime.ZERO;
  private long index;
  private List<Event> events = List.of();

  /** As a cluster that starts with this version; others are on {@link Level#FIRST}. */
  static Scenario newest() {
    return at(Level.NEWEST);
  }

  static Scenario at(int level) {
    Scenario cluster = new Scenario();
    cluster.apply(new RaiseLevel(level));
    cluster.configure(Settings.DEFAULT);
    return cluster;
  }

  /** Goes on with a table that was read back, as after a restart. */
  Scenario restart() {
    List<Claim> live = new ArrayList<>();
    table.activeAfter(ClaimId.NONE).forEach(live::add);
    table.waitingAfter(ClaimId.NONE).forEach(live::add);
    live.sort(Comparator.comparing(Claim::id));
    LeaseTable copy = new LeaseTable();
    copy.restore(table.head(), live, table.answers().inOrder(), table.deliveries().inOrder());
    table = copy;
    kernel = new LeaseKernel(copy);
    return this;
  }

  Scenario after(Duration elapsed) {
    now = now.plusMicros(elapsed.toNanos() / 1_000);
    return this;
  }

  /** As after a change of leader to one whose clock lags behind. */
  Scenario stampedBack(Duration lag) {
    now = new ClusterTime(now.micros() - lag.toNanos() / 1_000);
    return this;
  }

  Result acquire(String resource, String holder, WhenHeld whenHeld) {
    return apply(wish(resource, holder, TTL, whenHeld));
  }

  ClaimView granted(String resource, String holder) {
    return granted(resource, holder, TTL);
  }

  ClaimView granted(String resource, String holder, Ttl ttl) {
    return ((Granted) apply(wish(resource, holder, ttl, WhenHeld.REFUSE))).claim();
  }

  ClaimId queued(String resource, String holder) {
    Queued queued = (Queued) acquire(resource, holder, WhenHeld.QUEUE);
    return queued.claim().claim().id();
  }

  /** Queues for an owner who asks from time to time. */
  ClaimId polling(String resource, String holder) {
    return ((Queued) acquire(resource, holder, WhenHeld.POLL)).claim().claim().id();
  }

  Result amend(ClaimId claim, Ttl ttl) {
    return apply(new Amend(claim, ttl, null));
  }

  Result amend(ClaimId claim, ClaimStatus status) {
    return apply(new Amend(claim, null, status));
  }

  Result renew(String resource, Proof proof) {
    return apply(new Renew(key(resource), proof, null, null));
  }

  Result release(String resource, Proof proof) {
    return apply(new Release(key(resource), proof, false));
  }

  Ticked tick() {
    return (Ticked) apply(new Tick());
  }

  Result configure(Settings settings) {
    return apply(new Configure(settings));
  }

  Result apply(Command command) {
    return apply(Request.of(command));
  }

  Result apply(Request request) {
    return applyTogether(request).get(0);
  }

  /** Applies one entry with several requests. */
  List<Result> applyTogether(Request... requests) {
    List<Result> results = applyUnchecked(requests);
    Invariants.check(table);
    if (results.stream().anyMatch(Scenario::leftNothing)) {
      Invariants.checkNothingHasRunOut(table);
    }
    return results;
  }

  /** For tables so large that the checks would take too long. */
  List<Result> applyUnchecked(Request... requests) {
    Moment stamp = new Moment(now, wall(now));
    Outcome outcome = kernel.apply(new LogEntry(++index, stamp, List.of(requests)));
    events = outcome.events();
    archive.add(events);
    return outcome.results();
  }

  private static boolean leftNothing(Result result) {
    return result instanceof Ticked ticked && !ticked.more();
  }

  /** The answer that a client gets. */
  Result complete(Result result) {
    return new Completion(archive, id -> view().claim(id)).complete(result);
  }

  /** What the last entry led to. */
  List<Event> events() {
    return events;
  }

  Claim holding(String resource) {
    return table.holder(key(resource)).orElseThrow();
  }

  boolean isFree(String resource) {
    return table.holder(key(resource)).isEmpty();
  }

  StateView view() {
    return new StateView(table, archive, now, 0);
  }

  ClusterTime now() {
    return now;
  }

  static Acquire wish(String resource, String holder, Ttl ttl, WhenHeld whenHeld) {
    return new Acquire(key(resource), named(holder), ttl, whenHeld, UserData.NONE, "");
  }

  static Acquire wishIn(String namespace, String resource, WhenHeld whenHeld) {
    return new Acquire(key(resource), named("alice"), TTL, whenHeld, UserData.NONE, namespace);
  }

  static Request keyed(Command command, long key, long fingerprint) {
    return new Request(command, new RequestKey(7, key, fingerprint));
  }

  static ResourceKey key(String name) {
    return new ResourceKey(name);
  }

  static Holder named(@Nullable String holder) {
    return holder == null || holder.isEmpty() ? Holder.ANONYMOUS : Holder.named(holder);
  }

  /** A wall clock that has nothing to do with cluster time but that it is recorded beside it. */
  static long wall(ClusterTime now) {
    return 1_700_000_000_000_000L - 3 * now.micros();
  }
}
