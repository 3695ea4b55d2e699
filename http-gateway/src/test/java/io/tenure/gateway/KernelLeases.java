package io.tenure.gateway;

import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.Completion;
import io.tenure.kernel.Event;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.Level;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.MemoryArchive;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceListing;
import io.tenure.kernel.Result;
import io.tenure.kernel.Settings;
import io.tenure.kernel.StateView;
import io.tenure.service.Caller;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The port with the real kernel behind it, and nothing else: no log, no threads, and a clock that
 * stands still until it is told to move. Safe for use by many threads.
 */
public final class KernelLeases implements Leases {

  /** When time begins: 2026-11-16T00:00:00Z. */
  public static final long EPOCH_WALL_MICROS = 1_794_787_200_000_000L;

  private record Waiter(
      ClaimId claim,
      ClaimStatus from,
      long untilMicros,
      CompletableFuture<Optional<ClaimView>> to) {}

  private final LeaseTable table = new LeaseTable();
  private final LeaseKernel kernel = new LeaseKernel(table);
  private final MemoryArchive archive = new MemoryArchive();
  private final Completion completion =
      new Completion(archive, id -> view(Consistency.LINEARIZABLE).claim(id));
  private final List<Waiter> waiters = new ArrayList<>();
  private final Deque<RuntimeException> failures = new ArrayDeque<>();
  private final Deque<RuntimeException> awaitFailures = new ArrayDeque<>();
  private BiConsumer<Long, List<Event>> watcher = (entry, events) -> {};
  private long nowMicros = 1;
  private long index;
  private long staleMicros;

  /** As a cluster does that starts with this version. */
  public KernelLeases() {
    List<Request> first =
        List.of(
            Request.of(new Command.RaiseLevel(Level.NEWEST)),
            Request.of(new Command.Configure(Settings.DEFAULT)));
    kernel.apply(new LogEntry(0, Moment.ZERO, first));
  }

  /** Lets time pass, and ends on its way what runs out, when it runs out. */
  public synchronized void pass(Duration time) {
    long target = nowMicros + time.toNanos() / 1_000;
    while (nowMicros < target) {
      long next = Math.min(target, Math.max(nowMicros + 1, nextDue()));
      nowMicros = next;
      apply(Request.of(new Command.Tick()));
    }
  }

  private long nextDue() {
    long patience = waiters.stream().mapToLong(Waiter::untilMicros).min().orElse(Long.MAX_VALUE);
    return Math.min(table.nextExpiry().micros(), patience);
  }

  /** Lets the next call fail, but for one of {@link #awaitChange}. */
  public synchronized void failNext(RuntimeException failure) {
    failures.add(failure);
  }

  /** Lets the next {@link #awaitChange} fail. */
  public synchronized void failNextAwait(RuntimeException failure) {
    awaitFailures.add(failure);
  }

  /** Lets local reads say that they are as old as this. */
  public synchronized void lagBehind(Duration age) {
    staleMicros = age.toNanos() / 1_000;
  }

  /** Tells somebody what every entry led to. */
  public synchronized void watch(BiConsumer<Long, List<Event>> somebody) {
    watcher = somebody;
  }

  /** Changes whenever anything about the state does. */
  public synchronized long digest() {
    return table.digest();
  }

  public synchronized int waiters() {
    return waiters.size();
  }

  /** Applies a command as another client, or another dialect, might have sent it. */
  public synchronized Result apply(Command command) {
    return apply(Request.of(command));
  }

  private Result apply(Request request) {
    Moment stamp = new Moment(new ClusterTime(nowMicros), EPOCH_WALL_MICROS + nowMicros);
    Outcome outcome = kernel.apply(new LogEntry(++index, stamp, List.of(request)));
    archive.add(outcome.events());
    watcher.accept(index, outcome.events());
    wake();
    return outcome.results().get(0);
  }

  @Override
  public synchronized CompletionStage<Result> submit(Request request, Caller caller) {
    return answer(() -> completion.complete(apply(request)), caller);
  }

  @Override
  public synchronized <T> CompletionStage<T> read(
      Function<StateView, T> question, Consistency consistency, Caller caller) {
    return answer(() -> question.apply(view(consistency)), caller);
  }

  @Override
  public synchronized CompletionStage<ClaimListing.Page> list(
      ClaimFilter filter, ClaimListing.Window window, Consistency consistency, Caller caller) {
    return answer(() -> view(consistency).list(filter, window).finish(), caller);
  }

  @Override
  public synchronized CompletionStage<ResourceListing.Page> list(
      String prefix, int limit, Consistency consistency, Caller caller) {
    return answer(() -> view(consistency).list(prefix, limit).finish(), caller);
  }

  @Override
  public synchronized CompletionStage<Optional<ClaimView>> awaitChange(
      ClaimId claim, ClaimStatus from, Duration patience, Caller caller) {
    if (!awaitFailures.isEmpty()) {
      return CompletableFuture.failedFuture(awaitFailures.remove());
    }
    CompletableFuture<Optional<ClaimView>> future = new CompletableFuture<>();
    waiters.add(new Waiter(claim, from, nowMicros + patience.toNanos() / 1_000, future));
    wake();
    return future.thenApplyAsync(view -> view, caller.home());
  }

  private void wake() {
    StateView view = view(Consistency.LINEARIZABLE);
    for (Waiter waiter : List.copyOf(waiters)) {
      Optional<ClaimView> claim = view.claim(waiter.claim());
      boolean unchanged = claim.isPresent() && claim.get().claim().status() == waiter.from();
      if (!unchanged || nowMicros >= waiter.untilMicros()) {
        waiters.remove(waiter);
        waiter.to().complete(claim);
      }
    }
  }

  private StateView view(Consistency consistency) {
    return new StateView(
        table,
        archive,
        new ClusterTime(nowMicros),
        consistency == Consistency.LOCAL ? staleMicros : 0);
  }

  private <T> CompletionStage<T> answer(Supplier<T> question, Caller caller) {
    return failures.isEmpty()
        ? CompletableFuture.completedFuture(question.get()).thenApplyAsync(t -> t, caller.home())
        : CompletableFuture.failedFuture(failures.remove());
  }
}
