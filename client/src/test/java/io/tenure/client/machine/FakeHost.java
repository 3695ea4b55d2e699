package io.tenure.client.machine;

import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.SendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Runs one machine, and writes down all that it does in the words of the table. Timers are told
 * apart by their length.
 */
final class FakeHost implements Host {

  static final Duration TTL = Duration.ofSeconds(30);
  static final Duration TIMEOUT = Duration.ofSeconds(100);
  private static final Backoff ONE =
      new Backoff(Duration.ofSeconds(1), 1, Duration.ofSeconds(1), 0);
  private static final Tuning TUNING =
      new Tuning(
          "v1",
          new Backoff(Duration.ofSeconds(7), 1, Duration.ofSeconds(7), 0),
          new Tuning.Retries(ONE, ONE, ONE, ONE, ONE, ONE),
          new Tuning.EndTimeouts(
              Duration.ofSeconds(61), Duration.ofSeconds(62), Duration.ofSeconds(63)),
          3,
          Duration.ofSeconds(5),
          Duration.ofSeconds(30));

  /** By their length in seconds; a renewal may be up to one earlier than its period. */
  private static final Map<Long, String> NAMES =
      Map.ofEntries(
          Map.entry(1L, "retry"),
          Map.entry(7L, "activate"),
          Map.entry(9L, "renew"),
          Map.entry(10L, "renew"),
          Map.entry(61L, "timeout"),
          Map.entry(62L, "timeout"),
          Map.entry(63L, "timeout"),
          Map.entry(100L, "timeout"));

  private final class Named implements Timers.Timer {
    private final String name;
    private final Runnable action;
    private boolean live = true;

    Named(String name, Runnable action) {
      this.name = name;
      this.action = action;
    }

    @Override
    public void cancel() {
      if (live) {
        live = false;
        effects.add("delete " + name + " timer");
      }
    }
  }

  final List<String> effects = new ArrayList<>();
  final List<ClaimEvent> events = new ArrayList<>();
  final ManualTime time = new ManualTime();
  final Ticket ticket;
  private final List<Named> timers = new ArrayList<>();
  private final List<Runnable> tasks = new ArrayList<>();
  private Consumer<SendResult> awaiting = reply -> {};

  FakeHost() {
    ClaimSpec spec = new ClaimSpec("db", TTL, Optional.of(TIMEOUT), Optional.empty());
    ticket = new Ticket(spec, this::heard, this);
  }

  private void heard(ClaimEvent event) {
    events.add(event);
    effects.add("event " + event.getClass().getSimpleName());
  }

  void answer(int status, String body) {
    Consumer<SendResult> then = awaiting;
    awaiting = reply -> {};
    then.accept(HttpAnswer.of(status, body));
    settle();
  }

  /** Lets a timer trigger. */
  void fire(String name) {
    Named timer =
        timers.stream()
            .filter(each -> each.live && each.name.equals(name))
            .findFirst()
            .orElseThrow();
    timer.live = false;
    timer.action.run();
    settle();
  }

  void settle() {
    while (!tasks.isEmpty()) {
      tasks.remove(0).run();
    }
  }

  /** What was done since the last call, sorted; a timer that was replaced counts as created. */
  TreeSet<String> drain() {
    TreeSet<String> all = new TreeSet<>(effects);
    all.removeIf(each -> each.startsWith("delete ") && all.contains("create " + each.substring(7)));
    effects.clear();
    return all;
  }

  /** Names of the timers that are running. */
  List<String> running() {
    return timers.stream().filter(each -> each.live).map(each -> each.name).toList();
  }

  @Override
  public Clock clock() {
    return time;
  }

  @Override
  public Tuning tuning() {
    return TUNING;
  }

  @Override
  public Timers timers() {
    return (delay, action) -> {
      long seconds = Math.round(delay.toMillis() / 1e3);
      return start(NAMES.getOrDefault(seconds, "unknown " + delay), action);
    };
  }

  @Override
  public Timers deadlines() {
    return (delay, action) -> start("lease", action);
  }

  private Timers.Timer start(String name, Runnable action) {
    Named timer = new Named(name, action);
    timers.add(timer);
    effects.add("create " + name + " timer");
    return timer;
  }

  @Override
  public void execute(Runnable action) {
    tasks.add(action);
  }

  @Override
  public double chance() {
    return 0;
  }

  @Override
  public void send(ApiRequest request, Consumer<SendResult> done) {
    effects.add(
        "send "
            + request.method()
            + request.body().filter(b -> !b.contains("resource")).map(b -> " " + b).orElse(""));
    awaiting = done;
  }

  @Override
  public void renew(RenewalOrder order) {
    ClockReading sent = time.now();
    ApiRequest alone = ClaimWire.renew("v1", order.id(), order.ttl());
    send(alone, reply -> order.done().accept(reply, sent));
  }

  @Override
  public void watch(ClaimMachine machine) {
    effects.add("create watch");
  }

  @Override
  public void unwatch(ClaimMachine machine) {
    effects.add("delete watch");
  }

  @Override
  public void abandon(ApiRequest post) {
    effects.add("abandon POST");
  }

  @Override
  public void ended(ClaimMachine machine) {
    effects.add("ended");
  }
}
