package io.tenure.jraft;

import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowResponse;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.tenure.codec.CodecException;
import io.tenure.link.Payload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Raft's messages on the link: each has a number, which is its method, and protobuf's bytes. No
 * other message of JRaft is sent or read, so its commands that change members are out of reach.
 */
final class RaftMessages {

  /**
   * The numbers are the places in this list, beginning with 1; they never change. Each request is
   * followed by its answer.
   */
  private static final List<Message> ALL =
      List.of(
          ErrorResponse.getDefaultInstance(),
          AppendEntriesRequest.getDefaultInstance(),
          AppendEntriesResponse.getDefaultInstance(),
          RequestVoteRequest.getDefaultInstance(),
          RequestVoteResponse.getDefaultInstance(),
          InstallSnapshotRequest.getDefaultInstance(),
          InstallSnapshotResponse.getDefaultInstance(),
          TimeoutNowRequest.getDefaultInstance(),
          TimeoutNowResponse.getDefaultInstance(),
          ReadIndexRequest.getDefaultInstance(),
          ReadIndexResponse.getDefaultInstance(),
          GetFileRequest.getDefaultInstance(),
          GetFileResponse.getDefaultInstance());

  private static final Map<Class<?>, Integer> NUMBERS = new HashMap<>();

  static {
    for (int i = 0; i < ALL.size(); i++) {
      NUMBERS.put(ALL.get(i).getClass(), i + 1);
    }
  }

  private RaftMessages() {}

  static boolean isNumber(int method) {
    return method >= 1 && method <= ALL.size();
  }

  /** Whether a message may be the answer to another, by their numbers; an error always may. */
  static boolean isAnswer(int request, int answer) {
    return answer == request + 1 || answer == 1;
  }

  static int number(Object message) {
    Integer number = NUMBERS.get(message.getClass());
    if (number == null) {
      throw new IllegalArgumentException("not a message between nodes: " + message.getClass());
    }
    return number;
  }

  static @Nullable Integer numberOf(String className) {
    for (Map.Entry<Class<?>, Integer> each : NUMBERS.entrySet()) {
      if (each.getKey().getName().equals(className)) {
        return each.getValue();
      }
    }
    return null;
  }

  static Message parse(int method, ByteBuffer payload) {
    if (!isNumber(method)) {
      throw new CodecException("unknown method: " + method);
    }
    try {
      return ALL.get(method - 1).getParserForType().parseFrom(payload);
    } catch (InvalidProtocolBufferException malformed) {
      throw new CodecException("not a message of Raft: " + malformed.getMessage());
    }
  }

  static Payload payload(Message message) {
    return new Payload() {
      @Override
      public int size() {
        return message.getSerializedSize();
      }

      @Override
      public void writeTo(ByteBuffer to) {
        try {
          CodedOutputStream output = CodedOutputStream.newInstance(to);
          message.writeTo(output);
          output.flush();
        } catch (IOException impossible) {
          throw new UncheckedIOException(impossible);
        }
      }
    };
  }
}
