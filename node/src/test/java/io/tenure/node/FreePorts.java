package io.tenure.node;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers of tests. They are below those that systems give to connections, of which one
 * could take a port between the moment when it was found free and the moment when it is used.
 */
public final class FreePorts {

  private static final int LOWEST = 12_000;
  private static final int HIGHEST = 30_000;
  private static final int TRIES = 1_000;
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private FreePorts() {}

  /** A port that is free, and was not given before. */
  public static int next() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (GIVEN.add(port) && isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no free port in " + TRIES + " tries");
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
