package io.tenure.client.machine;

import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.ConnectionSettings;
import io.tenure.client.transport.HttpTransport;
import io.tenure.client.transport.SendResult;
import io.tenure.client.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs the state machines of many claims, with three threads however many they are: one for the
 * network, one on which all machines run, and one that only looks at the clocks, so that the end of
 * a lease is told in time whatever the others do.
 */
public final class Keyring implements AutoCloseable {

  /** How often the two clocks are compared, besides the deadline of each lease. */
  private static final Duration GLANCE = Duration.ofMillis(500);

  /** The threads, or what stands for them in a test. */
  record Threads(Timers timers, Events loop, Timers deadlines, Runnable stop) {

    static Threads start() {
      MachineThread loop = new MachineThread("tenure-claims");
      MachineThread deadlines = new MachineThread("tenure-deadlines");
      return new Threads(
          loop,
          loop,
          deadlines,
          () -> {
            loop.close();
            deadlines.close();
          });
    }
  }

  private final Transport transport;
  private final Threads threads;
  private final Clock clock;
  private final Tuning tuning;
  private final Random random = new Random();
  private final Engine engine = new Engine();
  private final RenewalBatches renewals;
  private final ClaimWatches watches;
  private final Orphans orphans;
  private final Set<Ticket> tickets = ConcurrentHashMap.newKeySet();
  private long
      leastLead; // of the wall clock over the monotonic one, in ms; on the deadlines' thread

  Keyring(Transport transport, Threads threads, Clock clock, Tuning tuning) {
    this.transport = transport;
    this.threads = threads;
    this.clock = clock;
    this.tuning = tuning;
    this.renewals = new RenewalBatches(tuning.apiVersion(), clock, threads.timers(), engine::send);
    this.watches = new ClaimWatches(transport, clock, threads.timers(), threads.loop(), tuning);
    this.orphans = new Orphans(engine, engine::send);
    this.leastLead = lead();
    threads.deadlines().start(GLANCE, this::glance);
  }

  /** Opens one with threads of its own; they are daemons. */
  public static Keyring open(ConnectionSettings connection, Tuning tuning) {
    return new Keyring(HttpTransport.open(connection), Threads.start(), Clock.SYSTEM, tuning);
  }

  /** Makes a claim. The listener hears of all that happens to it, first of it being registered. */
  public ClaimHandle claim(ClaimSpec spec, ClaimListener listener) {
    Ticket ticket = new Ticket(spec, listener, engine);
    tickets.add(ticket);
    threads.loop().execute(() -> ticket.machine().on(Condition.START));
    return ticket;
  }

  /** The claims for which something is left to be done. */
  public List<ClaimHandle> claims() {
    return List.copyOf(tickets);
  }

  /**
   * Completes when nothing is left to be done for the claims that there are now. One that ends
   * before it was registered leaves an orphan, so these are counted when all have ended.
   */
  public CompletableFuture<Void> settled() {
    return all(tickets.stream().map(Ticket::ended))
        .thenCompose(ended -> all(orphans.open().stream()));
  }

  private static CompletableFuture<Void> all(Stream<? extends CompletableFuture<?>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
  }

  /** Ends the threads at once, without a word to the cluster: what is held expires. */
  @Override
  public void close() {
    threads.stop().run();
    transport.close();
  }

  /** Each lease has its own deadline, so all are looked at only if the wall clock went ahead. */
  private void glance() {
    long lead = lead();
    leastLead = Math.min(leastLead, lead);
    if (lead - leastLead >= BelievedLease.TOLERANCE_MILLIS - 1) {
      tickets.forEach(Ticket::glance);
    }
    threads.deadlines().start(GLANCE, this::glance);
  }

  private long lead() {
    ClockReading now = clock.now();
    return now.wallMillis() - now.nanos() / 1_000_000;
  }

  private final class Engine implements Host {

    @Override
    public Clock clock() {
      return clock;
    }

    @Override
    public Tuning tuning() {
      return tuning;
    }

    @Override
    public Timers timers() {
      return threads.timers();
    }

    @Override
    public Timers deadlines() {
      return threads.deadlines();
    }

    @Override
    public void execute(Runnable action) {
      threads.loop().execute(action);
    }

    @Override
    public double chance() {
      return random.nextDouble();
    }

    @Override
    public void send(ApiRequest request, Consumer<SendResult> done) {
      transport.send(request).thenAccept(reply -> threads.loop().execute(() -> done.accept(reply)));
    }

    @Override
    public void renew(RenewalOrder order) {
      renewals.submit(order);
    }

    @Override
    public void watch(ClaimMachine machine) {
      watches.watch(machine);
    }

    @Override
    public void unwatch(ClaimMachine machine) {
      watches.unwatch(machine);
    }

    @Override
    public void abandon(ApiRequest post) {
      orphans.abandon(post);
    }

    @Override
    public void ended(ClaimMachine machine) {
      tickets.remove(machine.ticket());
    }
  }
}
