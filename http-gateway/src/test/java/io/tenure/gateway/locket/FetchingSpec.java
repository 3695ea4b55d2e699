package io.tenure.gateway.locket;

import static io.grpc.Status.Code.RESOURCE_EXHAUSTED;
import static io.tenure.gateway.locket.Locket.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.tenure.gateway.KernelLeases;
import io.tenure.gateway.locket.wire.Resource;
import io.tenure.gateway.locket.wire.TypeCode;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FetchingSpec {

  private final KernelLeases leases = new KernelLeases();
  private final Locket locket = Locket.over(leases);

  @AfterEach
  void close() {
    locket.close();
  }

  private void hold(String resource, Holder holder, UserData data) {
    leases.apply(
        new Acquire(
            new ResourceKey(resource), holder, Ttl.ofSeconds(60), WhenHeld.QUEUE, data, ""));
  }

  @Test
  @SuppressWarnings("deprecation")
  void answers_carry_the_type_as_code_and_as_word() {
    Resource byWord = Resource.newBuilder().setKey("a").setOwner("one").setType("presence").build();
    locket.lock(Locket.lockOf(byWord, 10));
    locket.lock("b", "one");
    assertThat(locket.fetch("a"))
        .isEqualTo(byWord.toBuilder().setTypeCode(TypeCode.PRESENCE).build());
    assertThat(locket.fetch("b").getType()).isEqualTo("lock");
    assertThat(locket.fetchAll(TypeCode.PRESENCE)).containsExactly(locket.fetch("a"));
    assertThat(locket.fetchAll(TypeCode.LOCK)).containsExactly(locket.fetch("b"));
  }

  @Test
  void what_is_held_through_another_dialect_is_shown_as_a_lock() {
    byte[] noText = {'v', (byte) 0xff};
    hold("locket/a", Holder.ANONYMOUS, UserData.of(noText));
    hold("a", Holder.ANONYMOUS, UserData.NONE);
    hold("locks/a", Holder.ANONYMOUS, UserData.NONE);
    Resource held = locket.fetch("a");
    assertThat(held.getOwner()).isEqualTo("claim 1");
    assertThat(held.getValue()).isEqualTo("v\uFFFD");
    assertThat(locket.fetchAll(TypeCode.LOCK)).containsExactly(held);
    assertThat(locket.fetchAll(TypeCode.PRESENCE)).isEmpty();
    assertRefused(() -> locket.lock("a", "claim 1"), Status.Code.ALREADY_EXISTS, "lock-collision");
    assertRefused(
        () -> locket.release("a", "claim 1"), Status.Code.ALREADY_EXISTS, "lock-collision");
    assertRefused(() -> locket.release("a", ""), Status.Code.ALREADY_EXISTS, "lock-collision");
  }

  @Test
  void who_queues_through_another_dialect_gets_the_lock_when_it_is_released() {
    locket.lock("a", "one");
    hold("locket/a", Holder.ANONYMOUS, UserData.NONE);
    assertThat(locket.fetch("a").getOwner()).isEqualTo("one");
    locket.release("a", "one");
    assertThat(locket.fetch("a").getOwner()).isEqualTo("claim 2");
  }

  @Test
  void all_are_fetched_however_many_there_are() {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 25_000; i++) {
      String key = "k" + (100_000 + i * 7919 % 25_000);
      boolean presence = i % 5 == 0;
      Holder.Kind kind = presence ? Holder.Kind.PRESENCE : Holder.Kind.LOCK;
      hold("locket/" + key, new Holder("o", kind), UserData.NONE);
      hold("other/" + key, Holder.ANONYMOUS, UserData.NONE);
      if (presence) {
        keys.add(key);
      }
    }
    keys.sort(null);
    assertThat(locket.fetchAll(TypeCode.PRESENCE))
        .extracting(Resource::getKey)
        .containsExactlyElementsOf(keys);
  }

  @Test
  void an_answer_of_absurd_size_is_refused_and_not_cut() {
    UserData large = UserData.of("v".repeat(16_384).getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < 4_100; i++) {
      hold("locket/" + i, Holder.named("o"), large);
    }
    assertRefused(
        () -> locket.fetchAll(TypeCode.LOCK),
        RESOURCE_EXHAUSTED,
        "the answer would be larger than 67108864 bytes");
    assertThat(locket.fetchAll(TypeCode.PRESENCE)).isEmpty();
  }
}
