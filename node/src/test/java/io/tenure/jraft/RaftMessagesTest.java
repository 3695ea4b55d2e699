package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.sofa.jraft.rpc.CliRequests;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.PingRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowResponse;
import com.google.protobuf.Message;
import io.tenure.codec.CodecException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RaftMessagesTest {

  private static final RaftRequests SOUND =
      new RaftRequests("test", "10.0.0.2:7081", "10.0.0.1:7081", 5);

  /** Nodes of different versions talk to each other, so this list only ever grows. */
  @Test
  void the_numbers_of_messages_never_change() {
    Class<?>[] numbered = {
      ErrorResponse.class,
      AppendEntriesRequest.class,
      AppendEntriesResponse.class,
      RequestVoteRequest.class,
      RequestVoteResponse.class,
      InstallSnapshotRequest.class,
      InstallSnapshotResponse.class,
      TimeoutNowRequest.class,
      TimeoutNowResponse.class,
      ReadIndexRequest.class,
      ReadIndexResponse.class,
      GetFileRequest.class,
      GetFileResponse.class,
    };
    for (int i = 0; i < numbered.length; i++) {
      assertThat(RaftMessages.numberOf(numbered[i].getName())).isEqualTo(i + 1);
      assertThat(RaftMessages.isNumber(i + 1)).isTrue();
    }
    assertThat(RaftMessages.isNumber(0)).isFalse();
    assertThat(RaftMessages.isNumber(numbered.length + 1)).isFalse();
  }

  @Test
  void our_own_messages_have_other_numbers_which_never_change_either() {
    assertThat(PeerMessage.Kind.STATUS.code()).isEqualTo(65);
    assertThat(PeerMessage.Kind.HAND_OVER.code()).isEqualTo(66);
    assertThat(PeerMessage.Kind.SUBMIT.code()).isEqualTo(67);
    for (PeerMessage.Kind kind : PeerMessage.Kind.values()) {
      assertThat(RaftMessages.isNumber(kind.code())).isFalse();
    }
  }

  static Stream<Message> requests() {
    return Stream.of(
        SOUND.entries().build(),
        SOUND.vote().build(),
        SOUND.installSnapshot().build(),
        SOUND.timeoutNow().build(),
        SOUND.readIndex().build(),
        SOUND.getFile().build());
  }

  @ParameterizedTest
  @MethodSource("requests")
  void a_message_is_read_as_it_was_written(Message message) {
    int number = RaftMessages.number(message);
    ByteBuffer bytes = bytes(message);
    assertThat(RaftMessages.parse(number, bytes)).isEqualTo(message);
  }

  private static ByteBuffer bytes(Message message) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(RaftMessages.payload(message).size());
    RaftMessages.payload(message).writeTo(bytes);
    assertThat(bytes.hasRemaining()).isFalse();
    return bytes.flip();
  }

  @Test
  void an_unknown_number_is_refused() {
    IntStream.of(-1, 0, 14, 64, 255)
        .forEach(
            number ->
                assertThatThrownBy(() -> RaftMessages.parse(number, ByteBuffer.allocate(0)))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("unknown method: " + number));
  }

  @Test
  void what_cannot_be_read_is_refused() {
    ByteBuffer cut = bytes(SOUND.entries().build());
    cut.limit(cut.limit() - 1);
    assertThatThrownBy(() -> RaftMessages.parse(2, cut)).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> RaftMessages.parse(2, ByteBuffer.allocate(0)))
        .isInstanceOf(CodecException.class); // it lacks all that is required
  }

  static Stream<Message> otherMessagesOfJraft() {
    return Stream.concat(
        Stream.of(PingRequest.getDefaultInstance()),
        Arrays.stream(CliRequests.class.getClasses())
            .filter(Message.class::isAssignableFrom)
            .map(RaftMessagesTest::defaultInstance));
  }

  private static Message defaultInstance(Class<?> type) {
    try {
      return (Message) type.getMethod("getDefaultInstance").invoke(null);
    } catch (ReflectiveOperationException failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void jrafts_commands_that_change_members_can_be_neither_sent_nor_read() {
    assertThat(otherMessagesOfJraft()).hasSizeGreaterThan(15);
    assertThat(otherMessagesOfJraft())
        .allSatisfy(
            message -> {
              assertThatThrownBy(() -> RaftMessages.number(message))
                  .isInstanceOf(IllegalArgumentException.class);
              assertThat(RaftMessages.numberOf(message.getClass().getName())).isNull();
            });
  }
}
