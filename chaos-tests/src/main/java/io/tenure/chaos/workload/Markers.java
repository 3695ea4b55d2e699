package io.tenure.chaos.workload;

import java.util.concurrent.atomic.AtomicLong;

/** Names for wishes, each used once in this process. */
final class Markers {

  private static final AtomicLong LAST = new AtomicLong();

  private Markers() {}

  static String next(Client client) {
    return client.prefix() + "/" + client.process() + "/" + LAST.incrementAndGet();
  }
}
