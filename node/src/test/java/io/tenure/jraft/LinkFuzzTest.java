package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.google.protobuf.Message;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tenure.codec.ByteWriter;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Command;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.link.MemoryLink;
import io.tenure.link.Mutations;
import io.tenure.link.RawConnection;
import io.tenure.link.TestIdentities;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Frames that are nearly right, through the real handlers and services of a member; only JRaft
 * itself is not there. Whatever comes, nothing is thrown, no buffer is lost, and the member goes
 * on.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(300)
class LinkFuzzTest {

  private static final int GREETINGS = 400_000;
  private static final int REQUESTS = 400_000;
  private static final int FRAMES_OF_A_CONNECTION = 50;
  private static final int HEAD = 10;

  @TempDir private Path directory;
  private final List<Identity> nodes = TestIdentities.founded("test", TestIdentities.members(3));
  private final Identity n1 = nodes.get(0);
  private final Identity n2 = nodes.get(1);
  private final RaftChecks checks = new RaftChecks("test", n1.raftAddress(), () -> 5);
  private final Map<String, Integer> handled = new HashMap<>();
  private DrivenMember member;
  private MemoryLink link;

  @BeforeEach
  void start() throws IOException {
    member =
        new DrivenMember(directory, (leader, items) -> new CompletableFuture<>(), Runnable::run);
    RaftService raft = new RaftService(checks, Runnable::run, 1);
    for (String request :
        List.of(
            "AppendEntries",
            "GetFile",
            "InstallSnapshot",
            "RequestVote",
            "TimeoutNow",
            "ReadIndex")) {
      raft.registerProcessor(new Counting(request));
    }
    PeerService ours = new PeerService(member.turns, LinkFuzzTest::status);
    link = MemoryLink.listening(n1, new MemberService(raft, ours));
  }

  @AfterEach
  void close() {
    link.close();
    member.close();
  }

  private static MemberStatus status() {
    return new MemberStatus("test", "", false, 1, 1, 1, 1, 1, new TreeMap<>(), 1, 1);
  }

  /** In the place of JRaft. */
  private final class Counting implements RpcProcessor<Message> {

    private final String request;

    Counting(String request) {
      this.request = request;
    }

    @Override
    public void handleRequest(RpcContext context, Message message) {
      handled.merge(request, 1, Integer::sum);
      context.sendResponse(ErrorResponse.newBuilder().setErrorCode(1).build());
    }

    @Override
    public String interest() {
      return "com.alipay.sofa.jraft.rpc.RpcRequests$" + request + "Request";
    }
  }

  private List<byte[]> greetings() {
    return Stream.of(
            n2,
            nodes.get(2),
            n1,
            TestIdentities.bootstrapped("test", TestIdentities.members(3)).get(1),
            TestIdentities.founded("other", TestIdentities.members(3)).get(1))
        .map(MemoryLink::greeting)
        .toList();
  }

  private List<byte[]> requests() {
    RaftRequests sound = new RaftRequests("test", n2.raftAddress(), n1.raftAddress(), 5);
    List<byte[]> all = new ArrayList<>();
    for (Message message :
        List.of(
            sound.heartbeat().build(),
            sound.entries().build(),
            sound.vote().build(),
            sound.installSnapshot().build(),
            sound.timeoutNow().build(),
            sound.readIndex().build(),
            sound.getFile().build())) {
      all.add(RawConnection.request(RaftMessages.number(message), 1, message.toByteArray()));
    }
    all.add(RawConnection.request(PeerMessage.Kind.STATUS.code(), 2, new byte[0]));
    all.add(
        RawConnection.request(
            PeerMessage.Kind.HAND_OVER.code(),
            3,
            n2.raftAddress().getBytes(StandardCharsets.UTF_8)));
    all.add(RawConnection.request(PeerMessage.Kind.SUBMIT.code(), 4, batch()));
    return all;
  }

  private static byte[] batch() {
    List<Command> commands =
        List.of(
            new Command.Acquire(
                new ResourceKey("printer"),
                Holder.ANONYMOUS,
                Ttl.ofSeconds(5),
                Command.WhenHeld.QUEUE,
                UserData.of(new byte[] {1, 2, 3}),
                "team"),
            new Command.Amend(new ClaimId(7), Ttl.ofSeconds(5), null));
    ByteWriter to = new ByteWriter(1_000);
    to.writeByte(1);
    to.writeVarint(commands.size());
    for (Command command : commands) {
      to.writeBoolean(true);
      to.writeVarint(10_000);
      to.writeBytes(RequestCodec.encode(Request.of(command)));
    }
    return to.toByteArray();
  }

  @Test
  void greetings_that_are_nearly_right() {
    Mutations mutations = new Mutations(1);
    Feed feed = new Feed(link, mutations);
    List<byte[]> greetings = greetings();
    List<byte[]> requests = requests();
    int answered = 0;
    for (int i = 0; i < GREETINGS; i++) {
      EmbeddedChannel channel = link.incoming();
      feed.write(channel, mutations.mutated(mutations.oneOf(greetings), 0));
      if (channel.isOpen() && mutations.next(4) == 0) {
        feed.write(channel, mutations.oneOf(requests));
      }
      answered += Feed.releaseSent(channel);
      Feed.end(channel);
    }
    assertThat(answered).isBetween(GREETINGS / 100, GREETINGS * 99 / 100);
    requireLife();
  }

  @Test
  void requests_that_are_nearly_right() {
    Mutations mutations = new Mutations(2);
    Feed feed = new Feed(link, mutations);
    List<byte[]> requests = requests();
    int connections = 0;
    int answered = 0;
    int frames = 0;
    while (frames < REQUESTS) {
      EmbeddedChannel channel = link.incoming();
      connections++;
      feed.writeWhole(channel, MemoryLink.greeting(n2));
      answered += Feed.releaseSent(channel) - 1;
      for (int i = 0; i < FRAMES_OF_A_CONNECTION && channel.isOpen(); i++) {
        byte[] request = mutations.oneOf(requests);
        feed.write(channel, mutations.mutated(request, HEAD));
        frames++;
        answered += Feed.releaseSent(channel);
      }
      Feed.end(channel);
    }
    assertThat(connections).isLessThan(REQUESTS); // some frames are read to their end
    assertThat(answered).isGreaterThan(REQUESTS / 10);
    assertThat(handled).hasSize(6).allSatisfy((request, times) -> assertThat(times).isPositive());
    requireLife();
  }

  private void requireLife() {
    assertThat(link.unreleasedBytes()).isZero();
    assertThat(member.halts).isEmpty();
    CompletableFuture<Boolean> turned = new CompletableFuture<>();
    member.turns.tell((core, nanos) -> turned.complete(true));
    assertThat(TestCluster.join(turned)).isTrue();
  }
}
