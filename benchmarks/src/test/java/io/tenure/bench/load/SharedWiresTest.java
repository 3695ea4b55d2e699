package io.tenure.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.bench.load.grpc.Http2Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class SharedWiresTest {
  private static final int NODES = 3;

  @Test
  void clientsOfOneNodeShareItsConnections() throws IOException {
    try (EventLoop loop = new EventLoop()) {
      SharedWires<Http2Wire> wires = new SharedWires<>(NODES, 2);
      Http2Wire first = wires.get(0, 0, () -> wire(loop));
      assertThat(wires.get(3, 0, () -> wire(loop))).isNotSameAs(first);
      assertThat(wires.get(6, 0, () -> wire(loop))).isSameAs(first);
      assertThat(wires.get(1, 1, () -> wire(loop))).isNotSameAs(first);
    }
  }

  @Test
  void aConnectionThatIsNotSharedIsNotKept() throws IOException {
    try (EventLoop loop = new EventLoop()) {
      SharedWires<Http2Wire> wires = new SharedWires<>(NODES, 0);
      Http2Wire first = wires.get(0, 0, () -> wire(loop));
      assertThat(wires.get(0, 0, () -> wire(loop))).isNotSameAs(first);
    }
  }

  private static Http2Wire wire(EventLoop loop) {
    return new Http2Wire(loop, InetSocketAddress.createUnresolved("localhost", 1));
  }
}
