package io.tenure.gateway.locket;

import static io.tenure.gateway.locket.Locket.lockOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.tenure.gateway.locket.wire.LockResponse;
import io.tenure.gateway.locket.wire.LocketGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it counts threads")
class ParallelCallsTest {

  private static final int CALLS = 1_000;

  private final UnsteadyLeases leases = new UnsteadyLeases();

  @Test
  void a_thousand_calls_of_one_connection_wait_without_threads() throws Exception {
    try (Locket locket = Locket.over(leases)) {
      leases.hold();
      LocketGrpc.LocketFutureStub client = LocketGrpc.newFutureStub(locket.channel);
      List<ListenableFuture<LockResponse>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        calls.add(client.lock(lockOf("k" + i, "one")));
      }
      leases.awaitAttempts(CALLS);
      assertThat(Thread.getAllStackTraces().keySet())
          .filteredOn(thread -> thread.getName().startsWith("tenure-locket-"))
          .hasSizeLessThanOrEqualTo(4);
      leases.letGo();
      for (ListenableFuture<LockResponse> call : calls) {
        call.get(60, TimeUnit.SECONDS);
      }
      assertThat(locket.fetch("k999").getOwner()).isEqualTo("one");
    }
  }

  @Test
  void of_a_thousand_owners_on_many_connections_one_gets_the_lock() throws Exception {
    try (Locket locket = Locket.over(leases)) {
      List<ManagedChannel> channels = new ArrayList<>();
      List<ListenableFuture<LockResponse>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        if (i % 50 == 0) {
          channels.add(
              NettyChannelBuilder.forAddress("127.0.0.1", locket.server.port())
                  .usePlaintext()
                  .build());
        }
        ManagedChannel channel = channels.get(i / 50);
        calls.add(LocketGrpc.newFutureStub(channel).lock(lockOf("a", "owner" + i)));
      }
      assertThat(succeeded(calls)).isEqualTo(1);
      channels.forEach(ManagedChannel::shutdownNow);
    }
  }

  private static int succeeded(List<ListenableFuture<LockResponse>> calls) throws Exception {
    int succeeded = 0;
    for (ListenableFuture<LockResponse> call : calls) {
      try {
        call.get(60, TimeUnit.SECONDS);
        succeeded++;
      } catch (ExecutionException e) {
        assertThat(e).hasMessageContaining("ALREADY_EXISTS: lock-collision");
      }
    }
    return succeeded;
  }
}
