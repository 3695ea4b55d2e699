package io.tenure.chaos.workload;

import io.tenure.chaos.cluster.LoadGate;
import io.tenure.chaos.history.History;
import io.tenure.chaos.history.NodeState;
import io.tenure.chaos.history.Recorder;
import io.tenure.chaos.workload.Client.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Clients at work on a cluster: started, stopped, and then asked what became of everything.
 *
 * <pre>
 *   try (WorkloadRun run = WorkloadRun.start(endpoints, load, recorder)) {
 *     ... faults ...; heal
 *     run.stop();
 *     History history = run.finish(Duration.ofSeconds(60));
 *     List&lt;NodeState&gt; states = run.finalStates(Duration.ofSeconds(30));
 *   }
 * </pre>
 */
public final class WorkloadRun implements AutoCloseable {

  private final Site site;
  private final List<Workload> workloads;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "chaos-client");
            thread.setDaemon(true);
            return thread;
          });
  private final List<Future<?>> clients = new ArrayList<>();

  private WorkloadRun(Site site, List<Workload> workloads) {
    this.site = site;
    this.workloads = workloads;
  }

  /** Starts all clients; they work until {@link #stop}. */
  public static WorkloadRun start(Endpoints endpoints, Load load, Recorder recorder) {
    return start(endpoints, load, recorder, new LoadGate());
  }

  /** The same, with clients that stand still while the gate is closed. */
  public static WorkloadRun start(
      Endpoints endpoints, Load load, Recorder recorder, LoadGate gate) {
    List<Workload> workloads =
        load.workloads().stream()
            .filter(Workloads.possible(endpoints)::contains)
            .map(name -> Workloads.create(name, endpoints, load))
            .toList();
    Site site = new Site(endpoints, load, recorder, gate, new CountDownLatch(1));
    WorkloadRun run = new WorkloadRun(site, workloads);
    run.startClients();
    return run;
  }

  /** The workloads that run; Locket does not where nodes have no gRPC port. */
  public List<String> workloads() {
    return workloads.stream().map(Workload::name).toList();
  }

  private void startClients() {
    Load load = site.load();
    int process = 0;
    for (Workload workload : workloads) {
      for (int slot = 0; slot < load.keys(); slot++) {
        for (int number = 0; number < load.clients(); number++) {
          Client client = new Client(process++, site);
          int key = slot;
          int among = number;
          clients.add(threads.submit(() -> work(workload, client, key, among)));
        }
      }
    }
  }

  private static void work(Workload workload, Client client, int slot, int number) {
    try (client) {
      client.pause(0, 500);
      while (!client.isStopped()) {
        workload.episode(client, slot, number);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Tells the clients to stop, and waits for what they have under way.
   *
   * @throws IllegalStateException if a client failed by its own fault
   */
  public void stop() {
    site.stop().countDown();
    long patience = 10 * site.load().timeout().toNanos();
    long until = System.nanoTime() + patience;
    for (Future<?> client : clients) {
      await(client, until);
    }
    clients.clear();
  }

  private static void await(Future<?> client, long until) {
    try {
      client.get(Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException fault) {
      throw new IllegalStateException("a client of the harness failed", fault.getCause());
    } catch (TimeoutException stuck) {
      throw new IllegalStateException("a client of the harness does not stop", stuck);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  /**
   * Reads what became of everything that was acknowledged, then gives back all that is still held
   * or queued. Only after the faults are healed.
   *
   * @param patience how long to try again while the cluster does not answer
   */
  public History finish(Duration patience) {
    stop();
    new Aftermath(site, workloads, threads).run(patience);
    return site.recorder().history();
  }

  /** What every node says of its state, once all are quiet and equal, or at the end of patience. */
  public List<NodeState> finalStates(Duration patience) {
    return new FinalStates(site.endpoints()).await(patience);
  }

  /** Stops the clients if they still run; what they hold is left to its ttl. */
  @Override
  public void close() {
    site.stop().countDown();
    threads.shutdownNow();
    workloads.forEach(Workload::close);
  }
}
