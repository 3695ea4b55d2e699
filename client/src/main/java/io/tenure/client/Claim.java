package io.tenure.client;

import io.tenure.client.machine.BelievedLease;
import io.tenure.client.machine.ClaimEvent;
import io.tenure.client.machine.ClaimHandle;
import io.tenure.client.machine.Loss;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A resource that is held until {@link #release}, and renewed until then. Safe for use by many
 * threads.
 *
 * <p>{@link #isHeld} says yes only while the lease surely lasts by this machine's own clocks. It is
 * a look at a clock, not a fence: what takes long, or goes over a network, should carry the {@link
 * #fencingToken}.
 */
public final class Claim implements AutoCloseable {

  private final String resource;
  private final Executor listeners;
  // The engine completes these, so nothing of the user's hangs on them: whoever blocks waits for
  // them, and whoever does not gets another that the listeners' threads complete.
  private final CompletableFuture<ClaimHandle> handle = new CompletableFuture<>();
  private final CompletableFuture<Claim> acquired = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final AtomicBoolean released = new AtomicBoolean();

  // Guarded by this.
  private final List<LostListener> lostListeners = new ArrayList<>();
  private Optional<Loss> loss = Optional.empty();

  Claim(String resource, Executor listeners) {
    this.resource = resource;
    this.listeners = listeners;
  }

  /** Connects it with what runs it; {@link #on} may have been called before. */
  void bind(ClaimHandle bound) {
    handle.complete(bound);
  }

  /** Completed by the engine; see above. */
  CompletableFuture<Claim> acquired() {
    return acquired;
  }

  void on(ClaimEvent event) {
    if (event instanceof ClaimEvent.Active) {
      handle.thenRun(() -> acquired.complete(this));
    } else if (event instanceof ClaimEvent.Lost lost) {
      lost(lost.loss());
    } else if (event instanceof ClaimEvent.Released) {
      ended.complete(null);
    } else if (event instanceof ClaimEvent.Cancelled) {
      fail(new ClaimCancelledException(resource));
    } else if (event instanceof ClaimEvent.Failed failed) {
      fail(Refusals.of(resource, failed.failure()));
    }
  }

  private void fail(TenureException reason) {
    acquired.completeExceptionally(reason);
    ended.completeExceptionally(reason);
  }

  private void lost(Loss how) {
    List<LostListener> told;
    synchronized (this) {
      loss = Optional.of(how);
      told = List.copyOf(lostListeners);
      lostListeners.clear();
    }
    fail(new ClaimLostException(resource, how));
    told.forEach(each -> listeners.execute(() -> each.lost(this, how)));
  }

  private ClaimHandle handle() {
    return handle.join();
  }

  public long id() {
    return handle().id().orElseThrow();
  }

  public String resource() {
    return resource;
  }

  /** Whether it is surely held now, by both clocks of this machine. Once false, it stays so. */
  public boolean isHeld() {
    return handle().isHeld();
  }

  /** Larger than that of any earlier grant of any resource. */
  public long fencingToken() {
    return handle().fencingToken().orElseThrow();
  }

  /** What is surely left if no renewal succeeds from now on; zero if it is not held. */
  public Duration remaining() {
    return handle().remaining();
  }

  /** When the lease as last confirmed ends, by the wall clock; to be shown. */
  public Instant deadline() {
    return handle().lease().map(BelievedLease::deadline).orElseThrow();
  }

  /** Why it was lost, if it was. */
  public Optional<Loss> loss() {
    Optional<Loss> told;
    synchronized (this) {
      told = loss;
    }
    return told.or(() -> handle().loss());
  }

  /**
   * Gives it back, and waits until the cluster has confirmed that.
   *
   * @throws ClaimLostException if it was lost before
   * @throws UnavailableException if no node has confirmed it in time; then it expires by itself
   */
  public void release() {
    giveUp();
    await(ended);
  }

  /** As {@link #release}; {@link #isHeld} says no from the call on. */
  public CompletableFuture<Void> releaseAsync() {
    giveUp();
    return ended.thenApplyAsync(nothing -> nothing, listeners);
  }

  /** Releases it, or withdraws it if it is not held yet; nobody waits for that. */
  void giveUp() {
    released.set(true);
    handle().release();
  }

  /**
   * Renews it now. That is otherwise done by itself.
   *
   * @throws ClaimLostException if it was lost
   */
  public void refresh() {
    await(confirmed(handle().refresh()));
  }

  /** Renews it now, with another ttl from now on. */
  public void refresh(Duration ttl) {
    await(confirmed(handle().refresh(ttl)));
  }

  /** As {@link #refresh()}. */
  public CompletableFuture<Void> refreshAsync() {
    return confirmed(handle().refresh()).thenApplyAsync(nothing -> nothing, listeners);
  }

  private CompletableFuture<Void> confirmed(CompletableFuture<BelievedLease> renewal) {
    CompletableFuture<Void> result = new CompletableFuture<>();
    renewal.whenComplete(
        (lease, failure) -> {
          if (failure == null) {
            result.complete(null);
          } else {
            result.completeExceptionally(notHeld());
          }
        });
    return result;
  }

  private RuntimeException notHeld() {
    return loss()
        .<RuntimeException>map(how -> new ClaimLostException(resource, how))
        .orElseGet(() -> new IllegalStateException("the claim on " + resource + " was released"));
  }

  /**
   * Has a listener told when it is lost; at once if it is lost already. It is told by the local
   * deadline at the latest, with or without a network.
   */
  public void onLost(LostListener listener) {
    Optional<Loss> already;
    synchronized (this) {
      already = loss;
      if (already.isEmpty()) {
        lostListeners.add(listener);
      }
    }
    already.ifPresent(how -> listeners.execute(() -> listener.lost(this, how)));
  }

  /** As {@link #release}; does nothing if it was called before. */
  @Override
  public void close() {
    if (!released.get()) {
      release();
    }
  }

  private static void await(CompletableFuture<Void> future) {
    try {
      future.join();
    } catch (CompletionException failed) {
      throw Refusals.unwrap(failed);
    }
  }
}
