package io.tenure.gateway.locket;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.gateway.KernelLeases;
import io.tenure.gateway.locket.wire.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Bytes that nobody meant: each is refused in this dialect's words, and changes nothing. */
class RandomRequestsTest {

  private static final long SEED = 20261116;
  private static final int CALLS = 3_000;
  private static final List<String> METHODS = List.of("Lock", "Release", "Fetch", "FetchAll");
  private static final Set<Status.Code> EXPECTED =
      Set.of(
          Status.Code.OK,
          Status.Code.INVALID_ARGUMENT,
          Status.Code.NOT_FOUND,
          Status.Code.ALREADY_EXISTS);

  private final Random random = new Random(SEED);
  private final KernelLeases leases = new KernelLeases();

  @Test
  void nothing_fails_and_nothing_is_changed_by_a_refusal() {
    leases.pass(Duration.ofMillis(1)); // else the first command would be seen to move time
    try (Locket locket = Locket.over(leases)) {
      for (int i = 0; i < CALLS; i++) {
        String method = METHODS.get(random.nextInt(METHODS.size()));
        byte[] request = random.nextInt(4) == 0 ? noise() : almostRight();
        long before = leases.digest();
        Status.Code code = call(locket, method, request);
        assertThat(EXPECTED).as("seed %s, call %s, %s", SEED, i, method).contains(code);
        boolean mayChange =
            code == Status.Code.OK && (method.equals("Lock") || method.equals("Release"));
        assertThat(mayChange || leases.digest() == before).as("call %s changed it", i).isTrue();
      }
    }
  }

  private static Status.Code call(Locket locket, String method, byte[] request) {
    try {
      LocketTable.call(locket.channel, method, request);
      return Status.Code.OK;
    } catch (StatusRuntimeException refused) {
      return refused.getStatus().getCode();
    }
  }

  private byte[] noise() {
    byte[] bytes = new byte[random.nextInt(60)];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] almostRight() {
    Resource resource =
        Resource.newBuilder()
            .setKey("k" + random.nextInt(5))
            .setOwner("o" + random.nextInt(3))
            .setValue("v".repeat(random.nextInt(20)))
            .setTypeCodeValue(random.nextInt(4))
            .build();
    byte[] bytes = Locket.lockOf(resource, random.nextInt(50) - 5).toByteArray();
    int changes = random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }
}
