package io.tenure.jraft;

import io.tenure.replication.Replies;
import io.tenure.service.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Hands answers over in one task per home executor, so that a connection's event loop is woken once
 * for a whole batch. Not thread-safe.
 */
final class ReplyBatch implements Replies {

  private record AtHome(Executor home, List<Runnable> endings) {}

  /** Homes are few, so a list beats a map. */
  private List<AtHome> homes = new ArrayList<>(4);

  @Override
  public void add(Caller caller, Runnable ending) {
    for (AtHome each : homes) {
      if (each.home() == caller.home()) {
        each.endings().add(ending);
        return;
      }
    }
    List<Runnable> endings = new ArrayList<>();
    endings.add(ending);
    homes.add(new AtHome(caller.home(), endings));
  }

  /** Runs a task at home; or here, once home has been shut down, so that its future still ends. */
  static void handOver(Executor home, Runnable task) {
    try {
      home.execute(task);
    } catch (RejectedExecutionException gone) {
      task.run();
    }
  }

  @Override
  public void send() {
    if (homes.isEmpty()) {
      return;
    }
    List<AtHome> all = homes;
    homes = new ArrayList<>(4); // an ending that runs here may lead to others
    for (AtHome each : all) {
      handOver(each.home(), () -> each.endings().forEach(Runnable::run));
    }
  }
}
