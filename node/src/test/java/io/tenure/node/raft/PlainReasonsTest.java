package io.tenure.node.raft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.entity.PeerId;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Archive;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Command;
import io.tenure.kernel.Completion;
import io.tenure.kernel.Level;
import io.tenure.kernel.Proof;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.node.raft.Forwarding.Ending;
import io.tenure.node.raft.Forwarding.Fate;
import io.tenure.node.raft.Forwarding.Item;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Why a request was not answered is told to clients in words, and to operators in the log. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class PlainReasonsTest {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final ResourceKey RESOURCE = new ResourceKey("r");
  private static final Request RELEASE =
      Request.of(new Command.Release(RESOURCE, new Proof.ByClaim(new ClaimId(1)), false));

  @Test
  void silence_of_the_leader_is_told_without_its_address_and_without_names_of_classes()
      throws Exception {
    Leadership leadership = new Leadership();
    Told told = new Told();
    Forwarder.Link silent =
        (leader, requests) ->
            CompletableFuture.failedFuture(
                new IllegalStateException("com.alipay.remoting at " + leader));
    try (Forwarder forwarder =
        new Forwarder(leadership, silent, own -> {}, PATIENCE_NANOS, told.reason::complete)) {
      leadership.follow(1, new PeerId("10.0.0.1", 9081));
      forwarder.start();
      forwarder.offer(told);

      assertThat(told.reason.get(30, TimeUnit.SECONDS)).isEqualTo("the leader did not answer");
    }
  }

  @Test
  void a_fault_of_the_leader_is_told_without_what_it_was() {
    CompletableFuture<byte[]> reply = new CompletableFuture<>();
    Archive broken =
        (Archive)
            Proxy.newProxyInstance(
                Archive.class.getClassLoader(),
                new Class<?>[] {Archive.class},
                (archive, method, arguments) -> {
                  throw new IllegalStateException("io.tenure.Store at 10.0.0.1:9081");
                });
    Completion faulty = new Completion(broken, id -> Optional.empty());
    Item item = new Item(RequestCodec.encode(RELEASE), false, 1_000);

    new ForwardedBatch(1, faulty, reply::complete)
        .submissions(List.of(item), Level.NEWEST, System.nanoTime())
        .get(0)
        .applied(new Result.NotHeld(RESOURCE, null), new Delivery());

    Ending ending = Forwarding.decodeEndings(reply.join(), 1).get(0);
    assertThat(ending.fate()).isEqualTo(Fate.UNKNOWN);
    assertThat(ending.reason()).isEqualTo("the leader failed; its log says why");
  }

  private static final class Told extends Submission {

    private final CompletableFuture<String> reason = new CompletableFuture<>();

    Told() {
      super(new byte[0], false, System.nanoTime() + PATIENCE_NANOS);
    }

    @Override
    boolean isOver() {
      return reason.isDone();
    }

    @Override
    boolean isRepeatable() {
      return false;
    }

    @Override
    boolean lost(String why) {
      unknown(why);
      return false;
    }

    @Override
    void applied(Result result, Delivery delivery) {
      reason.complete("applied");
    }

    @Override
    void refused(String why) {
      reason.complete("refused: " + why);
    }

    @Override
    void notLeader() {
      reason.complete("not leader");
    }

    @Override
    void unknown(String why) {
      reason.complete(why);
    }
  }
}
