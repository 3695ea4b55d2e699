package io.tenure.jraft;

import static java.util.Objects.requireNonNull;

import com.alipay.sofa.jraft.storage.impl.LogManagerImpl;
import com.alipay.sofa.jraft.util.ThreadPoolsFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps JRaft's thread pools from refusing work. By default they have no queue and refuse what they
 * cannot run at once. A wake-up of a replicator that is refused never comes again, so that a
 * follower gets no more entries though heartbeats go on; a heartbeat that is refused is the last.
 *
 * <p>What belongs to a group runs in a pool of ours, which queues. The other pools cannot be
 * replaced, only made larger: they start a thread for each task that finds none idle, up to a
 * number that such short tasks do not reach.
 *
 * <p>Wake-ups of replicators run on an event loop of the link: what they do is to send, so that the
 * loop's own thread saves a change of threads for each write.
 */
final class JraftPools {

  private static final int GROUP_THREADS = 16;
  private static final long KEEP_ALIVE_SECONDS = 60;
  private static final String MOST_THREADS = "1000";
  private static final String[] SIZES = {
    "jraft.rpc.closure.threadpool.size.max",
    "jraft.internal.closure.threadpool.size.max",
    "jraft.closure.threadpool.size.max",
  };

  /** Of the tasks that JRaft gives to a group's pool, its log gives the wake-ups. */
  private static final String WAKE_UP = LogManagerImpl.class.getName() + "$$Lambda";

  private static final Map<String, GroupPool> prepared = new HashMap<>();

  private JraftPools() {}

  /** To be called before anything else of JRaft, which reads the sizes when its classes load. */
  static synchronized void prepare(String group) {
    for (String size : SIZES) {
      if (System.getProperty(size) == null) {
        System.setProperty(size, MOST_THREADS);
      }
    }
    if (!prepared.containsKey(group)) { // once per process, however many members it runs
      GroupPool pool = new GroupPool();
      prepared.put(group, pool);
      ThreadPoolsFactory.registerThreadPool(group, pool);
    }
  }

  /** From now on wake-ups run on an event loop; once it has ended, in the pool again. */
  static synchronized void wakeUpOn(String group, Executor eventLoop) {
    requireNonNull(prepared.get(group)).eventLoop = eventLoop;
  }

  private static final class GroupPool extends ThreadPoolExecutor {

    private volatile @Nullable Executor eventLoop;

    GroupPool() {
      super(
          GROUP_THREADS,
          GROUP_THREADS,
          KEEP_ALIVE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          Threads.named("tenure-raft"));
      allowCoreThreadTimeOut(true);
    }

    /** Never runs the task itself: a replicator that is woken within its own call sleeps on. */
    @Override
    public Future<?> submit(Runnable task) {
      Executor loop = eventLoop;
      if (loop != null && task.getClass().getName().startsWith(WAKE_UP)) {
        try {
          FutureTask<?> wakeUp = new FutureTask<>(task, true);
          loop.execute(wakeUp);
          return wakeUp;
        } catch (RejectedExecutionException ended) {
          eventLoop = null;
        }
      }
      return super.submit(task);
    }
  }
}
