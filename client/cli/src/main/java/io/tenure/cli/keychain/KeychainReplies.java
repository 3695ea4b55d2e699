package io.tenure.cli.keychain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Writes lines by a thread of its own, in the order in which they were sent, so that a main program
 * that does not read delays nobody's renewal. One that lets too many lines pile up is given up.
 */
final class KeychainReplies {

  private static final int MOST_UNREAD = 200_000;
  private static final long CLOSE_SECONDS = 2;
  private static final String END = "";

  private final BlockingQueue<String> queue = new LinkedBlockingQueue<>(MOST_UNREAD);
  private final OutputStream out;
  private final Thread writer = new Thread(this::write, "keychain-writer");
  private volatile boolean broken;

  KeychainReplies(OutputStream out) {
    this.out = out;
    writer.setDaemon(true);
    writer.start();
  }

  void send(ObjectNode line) {
    if (!queue.offer(line.toString())) {
      broken = true;
    }
  }

  /** Whether nobody reads. */
  boolean isBroken() {
    return broken;
  }

  void abandon() {
    broken = true;
  }

  private void write() {
    try {
      for (String line = queue.take(); !line.equals(END); line = queue.take()) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        if (queue.isEmpty()) {
          out.flush();
        }
      }
      out.flush();
    } catch (IOException gone) {
      broken = true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits a moment until all is written. */
  void finish() throws InterruptedException {
    queue.offer(END, CLOSE_SECONDS, TimeUnit.SECONDS);
    writer.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
  }
}
