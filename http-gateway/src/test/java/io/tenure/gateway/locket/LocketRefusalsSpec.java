package io.tenure.gateway.locket;

import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.RESOURCE_EXHAUSTED;
import static io.tenure.gateway.locket.Locket.assertRefused;
import static io.tenure.gateway.locket.Locket.lockOf;
import static io.tenure.gateway.locket.Locket.resource;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.tenure.gateway.KernelLeases;
import io.tenure.gateway.locket.wire.FetchRequest;
import io.tenure.gateway.locket.wire.LockRequest;
import io.tenure.gateway.locket.wire.LockResponse;
import io.tenure.gateway.locket.wire.LocketGrpc;
import io.tenure.gateway.locket.wire.ReleaseRequest;
import io.tenure.gateway.locket.wire.Resource;
import io.tenure.gateway.locket.wire.TypeCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocketRefusalsSpec {

  private final KernelLeases leases = new KernelLeases();
  private final Locket locket = Locket.over(leases);
  private final long before = leases.digest();

  @AfterEach
  void close() {
    assertThat(leases.digest()).isEqualTo(before);
    locket.close();
  }

  private void assertInvalid(String message, UnaryOperator<Resource.Builder> change) {
    LockRequest request = lockOf(change.apply(resource("a", "one").toBuilder()).build(), 10);
    assertRefused(() -> locket.lock(request), INVALID_ARGUMENT, message);
  }

  @Test
  void a_call_without_a_resource_is_told_so() {
    String message = "resource must be given";
    assertRefused(
        () -> locket.client.lock(LockRequest.newBuilder().setTtlInSeconds(5).build()),
        INVALID_ARGUMENT,
        message);
    assertRefused(
        () -> locket.client.lock(LockRequest.getDefaultInstance()), INVALID_ARGUMENT, message);
    assertRefused(
        () -> locket.client.release(ReleaseRequest.getDefaultInstance()),
        INVALID_ARGUMENT,
        message);
  }

  @Test
  void type_comes_before_ttl_before_owner_before_the_rest() {
    Resource nothing = Resource.newBuilder().setKey("k".repeat(256)).build();
    Resource typed = nothing.toBuilder().setTypeCode(TypeCode.LOCK).build();
    Resource owned = typed.toBuilder().setOwner("o").build();
    assertRefused(() -> locket.lock(lockOf(nothing, 0)), NOT_FOUND, "invalid-type");
    assertRefused(() -> locket.lock(lockOf(typed, 0)), INVALID_ARGUMENT, "invalid-ttl");
    assertRefused(
        () -> locket.lock(lockOf(typed, Long.MIN_VALUE)), INVALID_ARGUMENT, "invalid-ttl");
    assertRefused(() -> locket.lock(lockOf(typed, 1)), INVALID_ARGUMENT, "invalid-owner");
    assertRefused(
        () -> locket.lock(lockOf(owned, 1)),
        INVALID_ARGUMENT,
        "key must not be longer than 255 characters");
  }

  @Test
  void names_and_values_have_bounds() {
    assertInvalid("key must not be empty", each -> each.setKey(""));
    assertInvalid("key must not contain control characters", each -> each.setKey("a\0"));
    assertInvalid("owner must not contain control characters", each -> each.setOwner("a\n"));
    assertInvalid(
        "owner must not be longer than 255 characters", each -> each.setOwner("ä".repeat(256)));
    assertInvalid(
        "value must not be longer than 4096 characters", each -> each.setValue("v".repeat(4097)));
    assertRefused(
        () -> locket.client.fetch(FetchRequest.getDefaultInstance()),
        INVALID_ARGUMENT,
        "key must not be empty");
    assertRefused(
        () -> locket.release("k".repeat(256), "one"),
        INVALID_ARGUMENT,
        "key must not be longer than 255 characters");
    assertRefused(() -> locket.release("", "one"), INVALID_ARGUMENT, "key must not be empty");
  }

  /** Beyond the sixteen bits of a Java character there are characters too. */
  @Test
  void a_character_is_one_whatever_it_takes_to_write_it() {
    try (Locket other = Locket.fresh()) {
      String clef = "\uD834\uDD1E";
      Resource largest =
          resource(clef.repeat(255), clef.repeat(255)).toBuilder()
              .setValue(clef.repeat(4096))
              .build();
      other.lock(lockOf(largest, 10));
      assertThat(other.fetch(largest.getKey()).getValue()).isEqualTo(largest.getValue());
      other.release(largest.getKey(), largest.getOwner());
    }
    assertInvalid(
        "key must not be longer than 255 characters",
        each -> each.setKey("\uD834\uDD1E".repeat(256)));
  }

  @Test
  void bytes_that_are_no_text_are_refused() {
    byte[] nested = {0x0a, 0x03, 0x0a, 0x01, (byte) 0xff};
    for (ByteString bytes :
        new ByteString[] {ByteString.copyFrom(nested), ByteString.copyFromUtf8("\7garbage")}) {
      assertRefused(
          () -> LocketTable.call(locket.channel, "Lock", bytes.toByteArray()),
          INVALID_ARGUMENT,
          "the request is not a message of this method");
    }
  }

  @Test
  void a_request_of_absurd_size_is_not_even_read() {
    Resource large = resource("a", "one").toBuilder().setValue("v".repeat(2 << 20)).build();
    assertThat(Locket.refusal(() -> locket.lock(lockOf(large, 10))).getCode())
        .isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
  }

  @Test
  void a_compressed_request_that_is_too_large_when_read_exhausts_a_resource_and_is_no_fault() {
    List<LogRecord> faults = new CopyOnWriteArrayList<>();
    Handler watching = watching(faults);
    Logger grpc = Logger.getLogger("io.grpc");
    grpc.addHandler(watching);
    try {
      Resource large = resource("a", "one").toBuilder().setValue("v".repeat(2 << 20)).build();
      assertRefused(
          () -> locket.client.withCompression("gzip").lock(lockOf(large, 10)),
          RESOURCE_EXHAUSTED,
          "the request has more than 1048576 bytes");
      HealthCheckRequest check =
          HealthCheckRequest.newBuilder().setService("s".repeat(2 << 20)).build();
      var health = HealthGrpc.newBlockingStub(locket.channel).withCompression("gzip");
      assertThat(Locket.refusal(() -> health.check(check)).getCode()).isEqualTo(RESOURCE_EXHAUSTED);
    } finally {
      grpc.removeHandler(watching);
    }
    assertThat(faults).isEmpty();
  }

  /** gRPC logs what it takes for faults of the server. */
  private static Handler watching(List<LogRecord> faults) {
    return new Handler() {
      @Override
      public void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
          faults.add(line);
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  @Test
  void a_call_has_one_message() throws Exception {
    assertThat(statusOfCallWith(0).getCode()).isEqualTo(INVALID_ARGUMENT);
    assertThat(statusOfCallWith(2).getCode()).isEqualTo(INVALID_ARGUMENT);
  }

  private Status statusOfCallWith(int messages) throws Exception {
    var streaming =
        LocketGrpc.getLockMethod().toBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .build();
    ClientCall<LockRequest, LockResponse> call =
        locket.channel.newCall(streaming, CallOptions.DEFAULT);
    CompletableFuture<Status> status = new CompletableFuture<>();
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status closed, Metadata trailers) {
            status.complete(closed);
          }
        },
        new Metadata());
    for (int i = 0; i < messages; i++) {
      call.sendMessage(lockOf("a", "one"));
    }
    call.halfClose();
    return status.get(30, TimeUnit.SECONDS);
  }
}
