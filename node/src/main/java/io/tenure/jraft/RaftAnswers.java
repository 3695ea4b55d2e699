package io.tenure.jraft;

import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowResponse;
import com.alipay.sofa.jraft.rpc.RpcResponseFactory;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.tenure.codec.CodecException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Reads answers to requests of Raft. JRaft takes an answer for what it hopes for: one of another
 * kind, or an error that says that there is none, leaves it waiting for ever; and it steps down in
 * whatever term an answer names, and stores that.
 */
final class RaftAnswers {

  private final RaftChecks checks;

  RaftAnswers(RaftChecks checks) {
    this.checks = checks;
  }

  /**
   * Reads an answer; fails if it is none that JRaft could handle.
   *
   * @param request the number of the request
   * @param method the number of the answer
   */
  Message read(int request, int method, ByteBuffer payload) {
    if (!RaftMessages.isAnswer(request, method)) {
      throw new CodecException("message " + method + " is no answer to message " + request);
    }
    Message answer = RaftMessages.parse(method, payload);
    Optional<ErrorResponse> error = errorOf(answer);
    if (error.isPresent() && error.get().getErrorCode() == 0) {
      throw new CodecException("an error without an error");
    }
    checks
        .objectionToTerm(termOf(answer))
        .ifPresent(
            objection -> {
              throw new CodecException(objection);
            });
    return answer;
  }

  private static Optional<ErrorResponse> errorOf(Message answer) {
    if (answer instanceof ErrorResponse error) {
      return Optional.of(error);
    }
    FieldDescriptor field =
        answer.getDescriptorForType().findFieldByNumber(RpcResponseFactory.ERROR_RESPONSE_NUM);
    return field != null && answer.hasField(field)
        ? Optional.of((ErrorResponse) answer.getField(field))
        : Optional.empty();
  }

  private static long termOf(Message answer) {
    if (answer instanceof AppendEntriesResponse append) {
      return append.getTerm();
    }
    if (answer instanceof RequestVoteResponse vote) {
      return vote.getTerm();
    }
    if (answer instanceof InstallSnapshotResponse install) {
      return install.getTerm();
    }
    return answer instanceof TimeoutNowResponse now ? now.getTerm() : 0;
  }
}
