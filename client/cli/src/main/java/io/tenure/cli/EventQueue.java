package io.tenure.cli;

import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.ClaimsApi;
import io.tenure.client.ClusterEvent;
import io.tenure.client.ClusterEventListener;
import io.tenure.client.EventStream;
import io.tenure.client.EventSubscription;
import io.tenure.client.TenureException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The library's stream of events, for a thread that waits for one after another. */
final class EventQueue implements AutoCloseable, ClusterEventListener {

  /** A command that is slow slows down the stream, not the memory. */
  private static final int MOST = 1000;

  private static final long LOOK_MILLIS = 200;

  private final BlockingQueue<ClusterEvent> events = new ArrayBlockingQueue<>(MOST);
  private final ClaimsApi api;
  private final EventStream stream;
  private final Duration patience;
  private volatile long interruptedAt = System.nanoTime();
  private volatile String interruption = "no answer";
  private volatile boolean connected;
  private volatile @Nullable TenureException refusal;

  /** Begins to listen. */
  EventQueue(GlobalOptions options, EventSubscription subscription) {
    this.patience = options.patience();
    this.api = ClaimsApi.open(options.settings());
    this.stream = api.events(subscription, this);
  }

  /** Waits for the next event; fails when no node has been there for longer than the patience. */
  ClusterEvent next() throws InterruptedException {
    while (true) {
      Optional<ClusterEvent> event = next(Duration.ofMillis(LOOK_MILLIS));
      if (event.isPresent()) {
        return event.get();
      }
    }
  }

  /** The next event, if there is one in this time. */
  Optional<ClusterEvent> next(Duration longest) throws InterruptedException {
    ClusterEvent event = events.poll(longest.toNanos(), TimeUnit.NANOSECONDS);
    if (event != null) {
      return Optional.of(event);
    }
    TenureException refused = refusal;
    if (refused != null) {
      throw Refusal.of(refused);
    }
    if (!connected && System.nanoTime() - interruptedAt > patience.toNanos()) {
      throw new CommandException(ExitCode.UNAVAILABLE, Refusal.unavailable(interruption));
    }
    return Optional.empty();
  }

  boolean isConnected() {
    return connected;
  }

  @Override
  public void event(ClusterEvent event) {
    connected = true;
    try {
      events.put(event);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void interrupted(String reason) {
    if (connected) {
      interruptedAt = System.nanoTime();
    }
    connected = false;
    interruption = reason;
  }

  @Override
  public void failed(TenureException reason) {
    refusal = reason;
  }

  @Override
  public void close() {
    stream.close();
    api.close();
  }
}
