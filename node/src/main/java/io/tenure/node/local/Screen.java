package io.tenure.node.local;

import io.tenure.config.NodeConfig;
import java.io.PrintWriter;

/** What the user sees. Lines of several threads do not mix. */
public final class Screen {
  private static final int[] COLOURS = {36, 33, 35, 32, 34};

  private final PrintWriter out;
  private final boolean coloured;

  public Screen(PrintWriter out, boolean coloured) {
    this.out = out;
    this.coloured = coloured;
  }

  public synchronized void print(String text) {
    out.println(text);
    out.flush();
  }

  void nodeSays(NodeConfig node, String line) {
    String prefix = "[" + node.id() + "]";
    if (coloured) {
      int colour = COLOURS[Math.floorMod(node.id().hashCode(), COLOURS.length)];
      prefix = "\u001b[" + colour + "m" + prefix + "\u001b[0m";
    }
    print(prefix + " " + line);
  }
}
