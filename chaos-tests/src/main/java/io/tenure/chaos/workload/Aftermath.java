package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.workload.Client.Site;
import io.tenure.chaos.workload.Client.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * What is done when the clients have stopped: all claims are counted, then all that is left is
 * given back. Each key is one piece of work, and a few clients share them.
 */
final class Aftermath {

  private static final int CLIENTS = 6;
  private static final int FIRST_PROCESS = 1_000_000;
  private static final long RETRY_MILLIS = 200;

  private final Site site;
  private final List<Workload> workloads;
  private final ExecutorService threads;

  Aftermath(Site site, List<Workload> workloads, ExecutorService threads) {
    this.site = site;
    this.workloads = workloads;
    this.threads = threads;
  }

  private record Piece(Workload workload, Subject subject) {}

  /** One client's part of the work on one key. */
  private interface Work {
    void on(Piece piece, Client client, long until) throws InterruptedException;
  }

  void run(Duration patience) {
    List<Piece> all = new ArrayList<>();
    for (Workload workload : workloads) {
      workload.keys().forEach(subject -> all.add(new Piece(workload, subject)));
    }
    Map<Subject, Completed> counted = new ConcurrentHashMap<>();
    long until = System.nanoTime() + patience.toNanos();
    share(all, until, (piece, client, end) -> count(piece, client, end, counted));
    share(all, until, (piece, client, end) -> cleanUp(piece, client, counted));
  }

  private void share(List<Piece> all, long until, Work work) {
    Queue<Piece> left = new ConcurrentLinkedQueue<>(all);
    List<Future<?>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Client client = new Client(FIRST_PROCESS + i, site);
      clients.add(threads.submit(() -> workOff(left, client, until, work)));
    }
    try {
      for (Future<?> client : clients) {
        client.get();
      }
    } catch (ExecutionException fault) {
      throw new IllegalStateException("a client of the harness failed", fault.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  private static void workOff(Queue<Piece> left, Client client, long until, Work work) {
    try (client) {
      for (Piece piece = left.poll(); piece != null; piece = left.poll()) {
        work.on(piece, client, until);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void count(Piece piece, Client client, long until, Map<Subject, Completed> counted)
      throws InterruptedException {
    if (!piece.workload.filesClaims()) {
      return;
    }
    ClaimsCalls calls = new ClaimsCalls(client, piece.subject);
    Completed census = calls.census();
    while (!census.isOk() && System.nanoTime() - until < 0) {
      TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
      census = calls.census();
    }
    counted.put(piece.subject, census);
  }

  /** From the last in line to the holder, so that nobody is granted what is about to be dropped. */
  private static void cleanUp(Piece piece, Client client, Map<Subject, Completed> counted) {
    Completed census = counted.get(piece.subject);
    if (census == null || !(census.fields().get(Field.CLAIMS) instanceof List<?> claims)) {
      piece.workload.cleanUp(client, piece.subject);
      return;
    }
    ClaimsCalls calls = new ClaimsCalls(client, piece.subject);
    for (int i = claims.size() - 1; i >= 0; i--) {
      if (claims.get(i) instanceof Map<?, ?> claim
          && isLive(claim)
          && claim.get(Field.CLAIM) instanceof Number id) {
        calls.cleanUp(id.longValue(), "withdrawn");
      }
    }
  }

  private static boolean isLive(Map<?, ?> claim) {
    String status = String.valueOf(claim.get(Field.STATUS));
    return status.equals("waiting") || status.equals("active");
  }
}
