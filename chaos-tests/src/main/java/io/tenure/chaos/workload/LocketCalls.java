package io.tenure.chaos.workload;

import static io.tenure.chaos.workload.Client.asked;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.workload.Client.Operation;
import io.tenure.chaos.workload.Client.Subject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.Map;

/**
 * Locket over gRPC; the proof is the owner's name, and who locks again renews. The messages are
 * written here by hand, so that the harness has no code in common with the server.
 */
final class LocketCalls implements LockCalls {

  private static final int RESOURCE = 1;
  private static final int KEY = 1;
  private static final int OWNER = 2;
  private static final int TTL = 2;
  private static final int TYPE_CODE = 5;
  private static final int LOCK_TYPE = 1;
  private static final int TAG_BITS = 3;

  private final Client client;
  private final Subject subject;
  private final LoadChannels channels;
  private final OwnerNames names;
  private final String owner;

  LocketCalls(Client client, Subject subject, LoadChannels channels, OwnerNames names) {
    this.client = client;
    this.subject = subject;
    this.channels = channels;
    this.names = names;
    this.owner = names.of(client.process());
  }

  @Override
  public Completed lock(long ttlSeconds) {
    Endpoint node = client.anyNode();
    Map<String, Object> fields =
        asked(node, Field.OWNER, owner, Field.TTL_MILLIS, ttlSeconds * 1000);
    byte[] request =
        message(
            out -> {
              out.writeByteArray(RESOURCE, resource(owner));
              out.writeInt64(TTL, ttlSeconds);
            });
    return client.record(
        subject,
        "lock",
        fields,
        guarded(
            Result.HELD,
            () -> {
              LoadChannels.Answer answer = channels.call(node, "Lock", request, client.timeout());
              return Completed.ok(Result.GRANTED).with(Field.TOKEN, Long.parseLong(answer.token()));
            }));
  }

  @Override
  public Completed renew(long token, long ttlSeconds) {
    return lock(ttlSeconds);
  }

  @Override
  public Completed release(long token) {
    Endpoint node = client.anyNode();
    Map<String, Object> fields = asked(node, Field.OWNER, owner, Field.PROOF, token);
    Completed released =
        client.record(subject, "release", fields, guarded(Result.OTHER, free(node, owner)));
    if (!released.isOk()) {
      names.change(client.process());
    }
    return released;
  }

  @Override
  public Completed read() {
    Endpoint node = client.anyNode();
    return client.record(
        subject,
        "read",
        asked(node),
        () -> {
          Completed seen = guarded(Result.ODD, fetch(node)).run();
          return seen.is(Result.GONE) ? seen.with(Field.RESULT, Result.ABSENT) : seen;
        });
  }

  @Override
  public void cleanUp() {
    Endpoint node = client.anyNode();
    Completed seen = guarded(Result.ODD, fetch(node)).run();
    if (seen.is(Result.SEEN)) {
      String holder = seen.text(Field.OWNER);
      client.record(
          subject,
          "clean-up",
          asked(node, Field.OWNER, holder),
          guarded(Result.OTHER, free(node, holder)));
    }
  }

  private Operation free(Endpoint node, String holder) {
    byte[] request = message(out -> out.writeByteArray(RESOURCE, resource(holder)));
    return () -> {
      channels.call(node, "Release", request, client.timeout());
      return Completed.ok(Result.ENDED);
    };
  }

  private Operation fetch(Endpoint node) {
    byte[] request = message(out -> out.writeString(KEY, subject.key()));
    return () -> {
      ByteString answer = channels.call(node, "Fetch", request, client.timeout()).message();
      return Completed.ok(Result.SEEN).with(Field.OWNER, ownerIn(answer));
    };
  }

  /** A refusal is an answer; {@code ALREADY_EXISTS} means what the call says that it means. */
  private static Operation guarded(String collision, Operation operation) {
    return () -> {
      try {
        return operation.run();
      } catch (StatusRuntimeException failure) {
        Status status = failure.getStatus();
        return meaning(status, collision).with(Field.CODE, status.getCode().name());
      }
    };
  }

  private static Completed meaning(Status status, String collision) {
    String text = String.valueOf(status.getDescription());
    return switch (status.getCode()) {
      case ALREADY_EXISTS -> Completed.ok(collision);
      case NOT_FOUND -> Completed.ok(text.equals("resource-not-found") ? Result.GONE : Result.ODD);
      case UNAVAILABLE ->
          text.startsWith("unavailable: ") || status.getCause() instanceof ConnectException
              ? Completed.fail(text)
              : Completed.unknown(text);
      case DEADLINE_EXCEEDED, CANCELLED -> Completed.unknown(text);
      default -> Completed.unknown(text).with(Field.RESULT, Result.ODD);
    };
  }

  private byte[] resource(String holder) {
    return message(
        out -> {
          out.writeString(KEY, subject.key());
          out.writeString(OWNER, holder);
          out.writeEnum(TYPE_CODE, LOCK_TYPE);
        });
  }

  private static String ownerIn(ByteString fetched) {
    try {
      CodedInputStream in = fetched.newCodedInput();
      in.readTag();
      CodedInputStream resource = in.readBytes().newCodedInput();
      for (int tag = resource.readTag(); tag != 0; tag = resource.readTag()) {
        if (tag >> TAG_BITS == OWNER) {
          return resource.readString();
        }
        resource.skipField(tag);
      }
      return "";
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private interface Writing {
    void to(CodedOutputStream out) throws IOException;
  }

  private static byte[] message(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      writing.to(out);
      out.flush();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return bytes.toByteArray();
  }
}
