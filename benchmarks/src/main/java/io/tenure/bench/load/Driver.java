package io.tenure.bench.load;

/** Makes the clients of one system. */
public interface Driver {
  /**
   * A client that speaks to the given node.
   *
   * @param index number of the client within its stage; its resource is named by it
   * @param node which of the addresses to use
   */
  Actor actor(LoadKind workload, Stage stage, int index, int node);

  /** How many nodes there are to speak to. */
  int nodes();

  /** Forgets names and shared connections of the stage before. */
  void newStage();
}
