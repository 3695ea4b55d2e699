package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowResponse;
import com.google.protobuf.Message;
import io.tenure.codec.CodecException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RaftAnswersTest {

  private static final int APPEND = 2;
  private static final long TERM = 5;

  private final RaftAnswers answers =
      new RaftAnswers(new RaftChecks("test", "10.0.0.1:7081", () -> TERM));

  private static AppendEntriesResponse.Builder stored() {
    return AppendEntriesResponse.newBuilder().setTerm(TERM).setSuccess(true).setLastLogIndex(7);
  }

  private Message read(int request, Message answer) {
    return answers.read(
        request, RaftMessages.number(answer), answer.toByteString().asReadOnlyByteBuffer());
  }

  @Test
  void an_answer_or_an_error_is_read() {
    Message error = ErrorResponse.newBuilder().setErrorCode(1).setErrorMsg("no").build();

    assertThat(read(APPEND, stored().build())).isEqualTo(stored().build());
    assertThat(read(APPEND, error)).isEqualTo(error);
  }

  @Test
  void an_answer_of_another_kind_is_refused() {
    Message vote = RequestVoteResponse.newBuilder().setTerm(TERM).setGranted(true).build();

    assertThatThrownBy(() -> read(APPEND, vote))
        .isInstanceOf(CodecException.class)
        .hasMessage("message 5 is no answer to message 2");
  }

  @Test
  void an_error_without_an_error_is_refused() {
    ErrorResponse none = ErrorResponse.newBuilder().setErrorCode(0).build();

    assertThatThrownBy(() -> read(APPEND, none)).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> read(APPEND, stored().setErrorResponse(none).build()))
        .isInstanceOf(CodecException.class);
  }

  static Stream<Message> ofTheLastTerm() {
    long last = Long.MAX_VALUE;
    return Stream.of(
        stored().setTerm(last).build(),
        RequestVoteResponse.newBuilder().setTerm(last).setGranted(false).build(),
        InstallSnapshotResponse.newBuilder().setTerm(last).setSuccess(false).build(),
        TimeoutNowResponse.newBuilder().setTerm(last).setSuccess(false).build());
  }

  @ParameterizedTest
  @MethodSource("ofTheLastTerm")
  void a_term_that_cannot_be_is_refused(Message answer) {
    assertThatThrownBy(() -> read(RaftMessages.number(answer) - 1, answer))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("its term is 9223372036854775807, and this node's is 5");
  }
}
