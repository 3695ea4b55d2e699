package io.tenure.jraft;

import com.alipay.sofa.jraft.util.ThreadPoolsFactory;
import java.util.HashSet;
import java.util.Set;

/**
 * Keeps JRaft's thread pools from refusing work. By default they have no queue and refuse what they
 * cannot run at once. A wake-up of a replicator that is refused never comes again, so that a
 * follower gets no more entries though heartbeats go on; a heartbeat that is refused is the last.
 *
 * <p>What belongs to a group runs in a pool of ours, which queues. The other pools cannot be
 * replaced, only made larger: they start a thread for each task that finds none idle, up to a
 * number that such short tasks do not reach.
 */
final class JraftPools {

  private static final int GROUP_THREADS = 16;
  private static final String MOST_THREADS = "1000";
  private static final String[] SIZES = {
    "jraft.rpc.closure.threadpool.size.max",
    "jraft.internal.closure.threadpool.size.max",
    "jraft.closure.threadpool.size.max",
  };

  private static final Set<String> prepared = new HashSet<>();

  private JraftPools() {}

  /** To be called before anything else of JRaft, which reads the sizes when its classes load. */
  static synchronized void prepare(String group) {
    for (String size : SIZES) {
      if (System.getProperty(size) == null) {
        System.setProperty(size, MOST_THREADS);
      }
    }
    if (prepared.add(group)) { // once per process, however many members it runs
      ThreadPoolsFactory.registerThreadPool(group, Threads.pool("tenure-raft", GROUP_THREADS));
    }
  }
}
