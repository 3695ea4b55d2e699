package io.tenure.jraft;

import io.tenure.RealTime;
import io.tenure.jraft.RaftSettings.Member;
import io.tenure.jraft.RaftSettings.Times;
import io.tenure.kernel.Command;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.kernel.Settings;
import io.tenure.node.FreePorts;
import io.tenure.node.identity.Identity;
import io.tenure.service.Caller;
import io.tenure.service.Leases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Real Raft members in this JVM, on loopback and in a directory of their own. */
final class TestCluster implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Path directory;
  private final List<Member> members = new ArrayList<>();
  private final Map<String, RaftMember> running = new TreeMap<>();
  private final ConcurrentLinkedQueue<String> halts = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicLong> wallJumps = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> nanoJumps = new ConcurrentHashMap<>();
  private Settings kernel = Settings.DEFAULT;
  private int snapshotEntries = 100_000;
  private String raftGroup = "";
  private final Map<String, Identity> identities = new TreeMap<>();

  TestCluster(Path directory, int size) {
    this.directory = directory;
    for (int i = 1; i <= size; i++) {
      members.add(new Member("n" + i, "127.0.0.1:" + FreePorts.next(), "http://127.0.0.1:1"));
    }
  }

  TestCluster withSettings(Settings settings) {
    kernel = settings;
    return this;
  }

  TestCluster withSnapshotEvery(int entries) {
    snapshotEntries = entries;
    return this;
  }

  TestCluster start() {
    members.forEach(member -> start(member.id()));
    awaitLeader();
    await(
        "the newest level",
        () ->
            running.values().stream().allMatch(each -> each.replica().level() == Level.NEWEST)
                ? true
                : null);
    return this;
  }

  void start(String id) {
    Member self = settingsOf(id);
    RaftSettings settings =
        new RaftSettings(
            "test",
            self,
            members,
            "127.0.0.1",
            home(id),
            new Times(
                Duration.ofMillis(500),
                Duration.ofMillis(150),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofHours(1),
                snapshotEntries),
            20_000,
            kernel);
    raftGroup = settings.identity().raftGroup();
    identities.put(id, settings.identity());
    RaftMember member =
        new RaftMember(
            settings, "test", reason -> halts.add(id + ": " + reason), List.of(), clocks(id));
    member.start();
    running.put(id, member);
  }

  /** Makes a node's wall clock jump. */
  void jumpWallClock(String id, Duration by) {
    wallJumps.computeIfAbsent(id, any -> new AtomicLong()).addAndGet(by.toNanos() / 1_000);
  }

  /**
   * Makes a node's monotonic clock jump, as it seems to have done after its process was stopped.
   */
  void jumpMonotonicClock(String id, Duration by) {
    nanoJumps.computeIfAbsent(id, any -> new AtomicLong()).addAndGet(by.toNanos());
  }

  private Clocks clocks(String id) {
    AtomicLong nanos = nanoJumps.computeIfAbsent(id, any -> new AtomicLong());
    AtomicLong wall = wallJumps.computeIfAbsent(id, any -> new AtomicLong());
    return new Clocks(
        () -> Clocks.SYSTEM.nanoTime().getAsLong() + nanos.get(),
        () -> Clocks.SYSTEM.wallMicros().getAsLong() + wall.get());
  }

  void stop(String id) {
    RaftMember member = running.remove(id);
    if (member != null) {
      member.close();
    }
  }

  Member settingsOf(String id) {
    return members.stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
  }

  RaftMember member(String id) {
    return running.get(id);
  }

  /** Who a member is that has been started. */
  Identity identity(String id) {
    return identities.get(id);
  }

  /** What JRaft calls the group. */
  String raftGroup() {
    return raftGroup;
  }

  List<String> ids() {
    return members.stream().map(Member::id).toList();
  }

  String awaitLeader() {
    return await(
        "a leader",
        () ->
            running.entrySet().stream()
                .filter(each -> each.getValue().gauges().leads())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null));
  }

  String aFollower() {
    String leader = awaitLeader();
    return running.keySet().stream().filter(id -> !id.equals(leader)).findFirst().orElseThrow();
  }

  Leases leases(String id) {
    return running.get(id).leases();
  }

  Result submit(String id, Command command) {
    return submit(id, Request.of(command));
  }

  Result submit(String id, Request request) {
    return join(leases(id).submit(request, caller()));
  }

  /** Whoever calls has ten seconds, by the clock of each node, however far that has jumped. */
  Caller caller() {
    long ahead = nanoJumps.values().stream().mapToLong(AtomicLong::get).max().orElse(0);
    return new Caller(Runnable::run, System.nanoTime() + ahead + TimeUnit.SECONDS.toNanos(10));
  }

  /** Why nodes stopped themselves, each with its name in front; here they go on all the same. */
  List<String> halts() {
    return List.copyOf(halts);
  }

  /** All members have applied the same entries. */
  void awaitEqualStates() {
    await(
        "equal states",
        () -> {
          List<String> states =
              running.values().stream()
                  .map(RaftMember::status)
                  .map(status -> status.applied() + "/" + status.digest())
                  .distinct()
                  .toList();
          return states.size() == 1 ? states.get(0) : null;
        });
  }

  static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  /** Asks again until there is an answer; what is asked for here has no event to wait for. */
  static <T> T await(String what, Supplier<T> question) {
    AtomicReference<T> answer = new AtomicReference<>();
    RealTime.until(
        what,
        () -> {
          answer.set(question.get());
          return answer.get() != null;
        });
    return answer.get();
  }

  Path home(String id) {
    try {
      return Files.createDirectories(directory.resolve(id));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void close() {
    ids().forEach(this::stop);
  }
}
