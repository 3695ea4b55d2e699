package io.tenure.chaos.cluster;

import java.util.List;

/** Processes on loopback. They share one network, so nothing can come between them. */
final class LoopbackHosts extends LocalHosts {

  @Override
  public Kind kind() {
    return Kind.LOOPBACK;
  }

  /** Plain processes carry no mark. */
  @Override
  public void removeLeftovers() {}

  @Override
  public void up(int size) {}

  @Override
  public String address(String id) {
    return "127.0.0.1";
  }

  @Override
  public List<String> inSwitch() {
    return List.of();
  }

  @Override
  public List<String> inNode(String id) {
    return List.of();
  }

  @Override
  public void close() {
    killAll();
  }
}
