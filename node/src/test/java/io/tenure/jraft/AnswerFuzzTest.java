package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteResponse;
import com.google.protobuf.Message;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tenure.codec.CodecException;
import io.tenure.link.CallFailedException;
import io.tenure.link.MemoryLink;
import io.tenure.link.Mutations;
import io.tenure.link.Payload;
import io.tenure.link.Peer;
import io.tenure.link.RawConnection;
import io.tenure.link.Reply;
import io.tenure.link.TestIdentities;
import io.tenure.node.identity.Identity;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever a node answers to a greeting or a call: nothing is thrown, no buffer is lost, and each
 * call that was taken ends once.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(300)
class AnswerFuzzTest {

  private static final int ANSWERS = 200_000;
  private static final int FRAMES_OF_A_CONNECTION = 50;
  private static final int HEAD = 10;
  private static final int ID_AT = 6;
  private static final int ENTRIES = 2;

  private final List<Identity> nodes = TestIdentities.founded("test", TestIdentities.members(2));
  private final Identity n2 = nodes.get(1);
  private final RaftAnswers reader =
      new RaftAnswers(new RaftChecks("test", nodes.get(0).raftAddress(), () -> 5));
  private final List<Ending> endings = new ArrayList<>();
  private final List<byte[]> answers = answers();
  private int lastCall;

  /** How a call ended. */
  private final class Ending implements Reply {

    private int ends;
    private boolean isAnswered;

    @Override
    public void answered(int method, ByteBuffer payload) {
      ends++;
      try {
        reader.read(ENTRIES, method, payload);
        isAnswered = true;
      } catch (CodecException unreadable) {
        isAnswered = false;
      }
    }

    @Override
    public void failed(CallFailedException failure) {
      ends++;
    }
  }

  private static List<byte[]> answers() {
    List<byte[]> answers = new ArrayList<>();
    for (Message message :
        List.of(
            AppendEntriesResponse.newBuilder().setTerm(5).setSuccess(true).build(),
            RequestVoteResponse.newBuilder().setTerm(5).setGranted(true).build(),
            ErrorResponse.newBuilder().setErrorCode(1).setErrorMsg("no").build())) {
      answers.add(RawConnection.response(RaftMessages.number(message), 1, message.toByteArray()));
    }
    return answers;
  }

  @Test
  void answers_that_are_nearly_right() {
    Mutations mutations = new Mutations(3);
    int frames = 0;
    try (MemoryLink link = MemoryLink.calling(nodes.get(0))) {
      while (frames < ANSWERS) {
        frames += answerOnOneConnection(new Feed(link, mutations));
      }
      assertThat(link.unreleasedBytes()).isZero();
    }
    assertThat(endings).allSatisfy(each -> assertThat(each.ends).isEqualTo(1));
    assertThat(endings.stream().filter(each -> each.isAnswered).count())
        .isBetween(ANSWERS / 100L, ANSWERS * 99L / 100);
  }

  private int answerOnOneConnection(Feed feed) {
    Mutations mutations = feed.mutations();
    Peer peer = feed.link().peer(n2.raftAddress());
    EmbeddedChannel channel = feed.link().outgoing(peer);
    Feed.releaseSent(channel);
    byte[] greeting = MemoryLink.greeting(n2);
    feed.write(channel, mutations.next(4) == 0 ? mutations.mutated(greeting, 0) : greeting);
    int frames = 1;
    while (frames < FRAMES_OF_A_CONNECTION && call(peer, channel)) {
      byte[] answer = mutations.oneOf(answers);
      ByteBuffer.wrap(answer).putInt(ID_AT, lastCall);
      feed.write(channel, mutations.mutated(answer, HEAD));
      frames++;
    }
    Feed.end(channel);
    return frames;
  }

  /** Calls are numbered, also those that are not taken because the connection has just ended. */
  private boolean call(Peer peer, EmbeddedChannel channel) {
    Ending ending = new Ending();
    lastCall += peer.isOpen() ? 1 : 0;
    boolean taken = peer.call(ENTRIES, Payload.of(new byte[1]), 60_000, ending);
    channel.runPendingTasks();
    Feed.releaseSent(channel);
    if (taken) {
      endings.add(ending);
    }
    return taken;
  }
}
