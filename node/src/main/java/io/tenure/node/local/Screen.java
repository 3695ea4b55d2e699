package io.tenure.node.local;

import io.tenure.config.NodeConfig;
import java.io.PrintWriter;

/** What the user sees. Lines of several threads do not mix. */
public final class Screen {
  private final PrintWriter out;

  public Screen(PrintWriter out) {
    this.out = out;
  }

  public synchronized void print(String text) {
    out.println(text);
    out.flush();
  }

  void nodeSays(NodeConfig node, String line) {
    print("[" + node.id() + "] " + line);
  }
}
