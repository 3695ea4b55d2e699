package io.tenure.client;

import io.tenure.client.machine.ClaimHandle;
import io.tenure.client.machine.ClaimSpec;
import io.tenure.client.machine.Keyring;
import io.tenure.client.machine.Tuning;
import io.tenure.client.transport.ConnectionSettings;
import io.tenure.client.transport.Json;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import javax.net.ssl.SSLContext;

/**
 * Claims resources, renews what is held, and gives it back. Safe for use by many threads; its own
 * are five at most, however many claims there are.
 */
public final class LockManager implements AutoCloseable {

  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);
  private static final int LISTENER_THREADS = 2;

  private final Keyring keyring;
  private final Duration ttl;
  private final Optional<Duration> timeout;
  private final Optional<String> userData;
  private final Duration closePatience;
  private final ThreadPoolExecutor listeners;
  private final LockViews locks = new LockViews(this);
  private final AtomicBoolean closed = new AtomicBoolean();

  private LockManager(Builder builder) {
    this.keyring = Keyring.open(builder.connection, Tuning.DEFAULT);
    this.ttl = builder.ttl;
    this.timeout = builder.timeout;
    this.userData = builder.userData;
    this.closePatience = builder.closePatience;
    this.listeners = listenerThreads();
  }

  /**
   * Begins the settings of a manager.
   *
   * @param nodes base addresses such as {@code http://10.0.0.1:8081}; one will do, more are better
   */
  public static Builder builder(List<URI> nodes) {
    return new Builder(ConnectionSettings.to(nodes));
  }

  /** Claims a resource, and waits until it is held. */
  public Claim claim(String resource) throws InterruptedException {
    return claim(ClaimOptions.of(resource));
  }

  /**
   * Claims a resource, and waits until it is held. If the thread is interrupted, the claim is
   * withdrawn.
   *
   * @throws ClaimTimeoutException if it was not its turn in time; it says who holds the resource
   * @throws UnavailableException if no node gave a usable answer in time
   * @throws RefusedException if the cluster refused
   */
  public Claim claim(ClaimOptions options) throws InterruptedException {
    Claim claim = start(options);
    try {
      return claim.acquired().get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof TenureException reason) {
        throw reason;
      }
      throw new IllegalStateException(failed.getCause());
    } catch (InterruptedException interrupted) {
      claim.giveUp();
      throw interrupted;
    }
  }

  /** As {@link #claim(ClaimOptions)}, but an interrupt waits. */
  Claim claimUninterruptibly(ClaimOptions options) {
    try {
      return start(options).acquired().join();
    } catch (CompletionException failed) {
      throw Refusals.unwrap(failed);
    }
  }

  /**
   * Claims a resource. The future has the claim once it is held; to cancel it withdraws the claim.
   * What is done after it runs on the threads of the listeners, of which there are two.
   */
  public CompletableFuture<Claim> claimAsync(ClaimOptions options) {
    Claim claim = start(options);
    CompletableFuture<Claim> result = claim.acquired().thenApplyAsync(held -> held, listeners);
    result.whenComplete(
        (held, failure) -> {
          if (result.isCancelled()) {
            claim.giveUp();
          }
        });
    return result;
  }

  private Claim start(ClaimOptions options) {
    if (closed.get()) {
      throw new IllegalStateException("the lock manager is closed");
    }
    Claim claim = new Claim(options.resource(), listeners);
    claim.bind(keyring.claim(spec(options), claim::on));
    return claim;
  }

  /**
   * A resource as a lock of this process and of the whole cluster. The same thread may take it
   * several times; a lock that was lost tells so when it is taken again or given back.
   */
  public Lock lock(String resource) {
    return locks.of(resource);
  }

  /**
   * Gives everything back, waits for that a few seconds, and ends the threads. To close it again
   * does nothing.
   */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    keyring.claims().forEach(ClaimHandle::release);
    try {
      keyring.settled().get(closePatience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException late) {
      // What could not be given back expires by itself.
    }
    keyring.close();
    listeners.shutdown();
  }

  private ClaimSpec spec(ClaimOptions options) {
    return new ClaimSpec(
        options.resource(),
        options.ttl().orElse(ttl),
        options.timeout().or(() -> timeout),
        options.userData().or(() -> userData));
  }

  private static ThreadPoolExecutor listenerThreads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            LISTENER_THREADS,
            LISTENER_THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "tenure-listeners");
              thread.setDaemon(true);
              return thread;
            },
            (task, closed) -> task.run());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** The settings of a {@link LockManager}. */
  public static final class Builder {

    private static final Duration TTL = Duration.ofSeconds(30);

    private ConnectionSettings connection;
    private Duration ttl = TTL;
    private Optional<Duration> timeout = Optional.empty();
    private Optional<String> userData = Optional.empty();
    private Duration closePatience = CLOSE_PATIENCE;

    private Builder(ConnectionSettings connection) {
      this.connection = connection;
    }

    /** How long a lease lasts without a renewal; 30 seconds if nothing else is said. */
    public Builder ttl(Duration length) {
      ttl = length;
      return this;
    }

    /** How long to wait for a claim; as long as it takes if nothing is said. */
    public Builder timeout(Duration longest) {
      timeout = Optional.of(longest);
      return this;
    }

    /** JSON that the cluster keeps with each claim and shows to everybody, such as who we are. */
    public Builder userData(String json) {
      Json.require(json);
      userData = Optional.of(json);
      return this;
    }

    /** The secret that the nodes ask for. */
    public Builder token(String secret) {
      connection = connection.withToken(secret);
      return this;
    }

    /** Whom to trust, and who we are, for {@code https} addresses. */
    public Builder tls(SSLContext context) {
      connection = connection.withTls(context);
      return this;
    }

    /** How long closing waits for what is given back. */
    Builder closePatience(Duration longest) {
      closePatience = longest;
      return this;
    }

    public LockManager build() {
      return new LockManager(this);
    }
  }
}
