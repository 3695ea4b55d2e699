package io.tenure.node.raft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.rpc.RpcContext;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Command;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.Ttl;
import io.tenure.store.LeaseStore;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PeerServiceTest {

  private static final Request OF_THE_SECOND_LEVEL =
      Request.of(new Command.Amend(new ClaimId(1), Ttl.ofSeconds(1), null))
          .deliveredAs(new DeliveryId(1, 1));

  @Test
  @SuppressWarnings("NullAway") // nobody asks for the status, or to hand over
  void who_does_not_lead_says_so_and_judges_no_request_by_a_level_that_may_be_old(
      @TempDir Path directory) {
    List<PeerMessage> replies = new ArrayList<>();
    RpcContext context =
        (RpcContext)
            Proxy.newProxyInstance(
                RpcContext.class.getClassLoader(),
                new Class<?>[] {RpcContext.class},
                (proxy, method, arguments) ->
                    method.getName().equals("sendResponse")
                        ? replies.add((PeerMessage) arguments[0])
                        : null);
    Leadership leadership = new Leadership();
    try (Replica replica =
        new Replica(LeaseStore.open(directory), new Watchers(), leadership, halt -> {})) {
      assertThat(replica.level()).isEqualTo(Level.FIRST);
      Stamps stamps = new Stamps(() -> 1, replica);
      Proposer proposer = new Proposer(leadership, stamps, () -> 0, halt -> {});
      byte[] message =
          Forwarding.encodeItems(List.of(new Unanswered(OF_THE_SECOND_LEVEL)), System.nanoTime());

      new PeerService(leadership, proposer, replica, null, null)
          .handleRequest(context, new PeerMessage(PeerMessage.Kind.SUBMIT, message));

      assertThat(Forwarding.decodeEndings(replies.get(0).payload(), 1))
          .extracting(Forwarding.Ending::fate)
          .containsExactly(Forwarding.Fate.NOT_LEADER);
    }
  }
}
