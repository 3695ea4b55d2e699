package io.tenure.chaos.workload;

import java.time.Duration;
import java.util.List;

/**
 * What is run, and how hard.
 *
 * @param prefix starts the name of everything that is claimed, so that it can be told from others';
 *     letters, digits, dots and dashes; never used before on that cluster
 * @param seed decides every choice that the clients make; not when answers come
 * @param workloads names from {@link Workloads#names()}
 * @param keys how many keys each workload uses at a time
 * @param clients how many clients use one key
 * @param timeout after which a client gives up on an answer; should be longer than the nodes keep a
 *     request while there is no leader ({@code leader.wait}), or nobody learns that they refuse
 */
public record Load(
    String prefix, long seed, List<String> workloads, int keys, int clients, Duration timeout) {

  public Load {
    workloads = List.copyOf(workloads);
    if (!prefix.matches("[A-Za-z0-9.-]{1,100}")) {
      throw new IllegalArgumentException("not a prefix for names: " + prefix);
    }
  }

  /** All workloads, two keys each, five clients to a key: a few hundred operations a second. */
  public static Load standard(String prefix, long seed) {
    return new Load(prefix, seed, Workloads.names(), 2, 5, Duration.ofSeconds(4));
  }

  public Load only(List<String> names) {
    return new Load(prefix, seed, names, keys, clients, timeout);
  }

  public Load withKeys(int count) {
    return new Load(prefix, seed, workloads, count, clients, timeout);
  }
}
