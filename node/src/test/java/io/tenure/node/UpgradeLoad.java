package io.tenure.node;

import static io.tenure.node.HttpParty.json;
import static io.tenure.node.HttpParty.unexpected;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that work without a pause while the nodes below them are exchanged: they queue for one
 * resource, renew and release it, and one of them keeps a lease. Each of them judges its answers;
 * what was acknowledged is kept to be compared with what the cluster knows in the end.
 */
final class UpgradeLoad {

  private static final int CLIENTS = 3;
  private static final long PATIENCE_SECONDS = 60;
  private static final String CLAIM = "{\"resource\": \"%s\", \"ttl\": 120}";

  /** What a released claim looked like to its holder. */
  record Tenure(long id, long token) {}

  private final NodeProcesses nodes;
  private final List<String> names;
  private final AtomicInteger turn = new AtomicInteger();
  private final List<Thread> clients = new ArrayList<>();
  private final List<Integer> rounds = new ArrayList<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Queue<Tenure> released = new ConcurrentLinkedQueue<>();

  /** Who holds the shared resource, as far as it has been told; zero for nobody. */
  private final AtomicLong holder = new AtomicLong();

  private final AtomicLong lastToken = new AtomicLong();
  private volatile boolean stopping;

  UpgradeLoad(NodeProcesses nodes, String... names) {
    this.nodes = nodes;
    this.names = List.of(names);
  }

  void start() {
    for (int i = 0; i < CLIENTS; i++) {
      client(this::claimOnce);
    }
    client(new LeaseKeeper()::work);
  }

  private void client(Runnable round) {
    int number = clients.size();
    synchronized (rounds) {
      rounds.add(0);
    }
    Thread client = new Thread(() -> run(number, round), "client " + number);
    clients.add(client);
    client.start();
  }

  private void run(int number, Runnable round) {
    try {
      while (!stopping) {
        round.run();
        tell(() -> rounds.set(number, rounds.get(number) + 1));
      }
    } catch (RuntimeException | AssertionError failure) {
      tell(() -> failures.add(failure));
    }
  }

  private void tell(Runnable change) {
    synchronized (rounds) {
      change.run();
      rounds.notifyAll();
    }
  }

  /** Returns when every client has done its work so many times more, without a fault. */
  void awaitRounds(int more) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    synchronized (rounds) {
      List<Integer> before = List.copyOf(rounds);
      while (failures.isEmpty() && !hasDone(before, more)) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        require(left > 0, "the clients came from %s to %s only", before, rounds);
        rounds.wait(left);
      }
    }
    requireNoFailure();
  }

  private boolean hasDone(List<Integer> before, int more) {
    for (int i = 0; i < before.size(); i++) {
      if (rounds.get(i) < before.get(i) + more) {
        return false;
      }
    }
    return true;
  }

  private void requireNoFailure() {
    Throwable failure = failures.peek();
    if (failure != null) {
      throw new AssertionError("a client saw what must not be", failure);
    }
  }

  /** What all clients were told that they had held and released. */
  List<Tenure> stop() throws InterruptedException {
    end();
    requireNoFailure();
    return List.copyOf(released);
  }

  void end() throws InterruptedException {
    stopping = true;
    for (Thread client : clients) {
      client.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }
  }

  /** Sends a request to one node after the other until it is carried out, which it is once. */
  HttpResponse<String> send(String method, String path, String body, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("Idempotency-Key", UUID.randomUUID().toString()));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() - end < 0) {
      String node = names.get(Math.floorMod(turn.getAndIncrement(), names.size()));
      try {
        HttpResponse<String> answer =
            nodes.send(node, method, path, body, all.toArray(String[]::new));
        if (answer.statusCode() < 500) {
          return answer;
        }
      } catch (IOException isDown) {
        continue;
      }
    }
    throw new AssertionError("no node answers " + method + " " + path);
  }

  JsonNode file(String resource) {
    HttpResponse<String> answer = send("POST", "/v1/claims/", CLAIM.formatted(resource));
    if (answer.statusCode() != 201 && answer.statusCode() != 202) {
      throw unexpected(answer);
    }
    return json(answer);
  }

  JsonNode awaitActive(JsonNode filed) {
    JsonNode claim = filed;
    while (claim.path("status").asText().equals("waiting")) {
      claim = json(send("GET", path(claim), "", "Prefer", "wait=1"));
    }
    require(claim.path("status").asText().equals("active"), "%s is not active", claim);
    return claim;
  }

  void release(JsonNode claim) {
    HttpResponse<String> answer = send("PATCH", path(claim), "{\"status\": \"released\"}");
    if (answer.statusCode() != 204) {
      throw unexpected(answer);
    }
  }

  JsonNode renew(JsonNode claim) {
    HttpResponse<String> answer = send("PATCH", path(claim), "{\"ttl\": 120}");
    if (answer.statusCode() != 200) {
      throw unexpected(answer);
    }
    return json(answer);
  }

  private static String path(JsonNode claim) {
    return "/v1/claims/" + claim.path("id").asLong();
  }

  /** Waits in line, holds, renews, releases. */
  private void claimOnce() {
    JsonNode claim = awaitActive(file("shared"));
    long id = claim.path("id").asLong();
    long token = claim.path("fencing_token").asLong();
    require(holder.compareAndSet(0, id), "%d is active, but so is %s", id, holder);
    require(lastToken.getAndSet(token) < token, "token %d is not larger than %s", token, lastToken);
    require(renew(claim).path("fencing_token").asLong() == token, "%s has another token", claim);
    holder.set(0); // before the release is sent: the next may be told first
    release(claim);
    released.add(new Tenure(id, token));
  }

  static void require(boolean condition, String format, Object... arguments) {
    if (!condition) {
      throw new AssertionError(format.formatted(arguments));
    }
  }

  /** Acquires a lease once and renews it for ever; another one it acquires and releases. */
  private final class LeaseKeeper {

    private long version;
    private String token = "";

    void work() {
      HttpResponse<String> answer = lease(version == 0 ? "POST" : "PUT", "kept", version);
      long next = number(answer, "X-Quorum-Lease-Version");
      require(next > version, "version %d comes after %d", next, version);
      version = next;
      String given = answer.headers().firstValue("X-Quorum-Fencing-Token").orElseThrow();
      require(token.isEmpty() || given.equals(token), "token %s comes after %s", given, token);
      token = given;
      HttpResponse<String> acquired = lease("POST", "passing", 0);
      lease("DELETE", "passing", number(acquired, "X-Quorum-Lease-Version"));
    }

    private HttpResponse<String> lease(String method, String name, long version) {
      HttpResponse<String> answer =
          send(
              method,
              "/v1/upgrades/leases/" + name,
              "",
              "X-Quorum-Client-ID",
              "keeper",
              "X-Quorum-Lease-Length",
              "120",
              "X-Quorum-Lease-Version",
              Long.toString(version));
      if (answer.statusCode() / 100 != 2) {
        throw unexpected(answer);
      }
      return answer;
    }

    private static long number(HttpResponse<String> answer, String header) {
      return Long.parseLong(answer.headers().firstValue(header).orElseThrow());
    }
  }
}
