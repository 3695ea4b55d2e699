package io.tenure.bench.load;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The connections of one stage, shared among its clients: so many to each node. Or none is shared:
 * each client then gets one, which it closes itself.
 *
 * @param <W> kind of connection
 */
public final class SharedWires<W extends Wire> {
  private final Map<Integer, W> wires = new HashMap<>();
  private final int nodes;
  private final int perNode;

  /**
   * Has no connections yet.
   *
   * @param perNode how many to each node; 0 for one per client
   */
  public SharedWires(int nodes, int perNode) {
    this.nodes = nodes;
    this.perNode = perNode;
  }

  /** The connection for the client of that number to that node. */
  public W get(int client, int node, Supplier<W> fresh) {
    if (perNode == 0) {
      return fresh.get();
    }
    int slot = client / nodes % perNode;
    return wires.computeIfAbsent(slot * nodes + node, any -> fresh.get());
  }

  /** Closes those that are shared. */
  public void closeAll() {
    wires.values().forEach(Wire::close);
    wires.clear();
  }
}
