package io.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.codec.ByteWriter;
import io.tenure.codec.CodecException;
import io.tenure.kernel.ClaimFilter.Range;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Event;
import io.tenure.kernel.KeptDeliveries;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The bytes of what only the store writes: they stay as they are, and are read for ever. */
class RecordsTest {

  @Test
  void a_zone_keeps_its_bytes() {
    Zone zone = new Zone();
    zone.add(1024, ClaimStatus.RELEASED, 2000);
    zone.add(1025, ClaimStatus.RELEASED, 1000);
    zone.add(2047, ClaimStatus.WITHDRAWN, 1500);
    String golden = "01d00fa01f0100000000000000030000008080028000000000000000";
    assertThat(hex(zone::encode)).isEqualTo(golden);

    Zone read = Zone.decode(bytes(golden));
    assertThat(hex(read::encode)).isEqualTo(golden);
    assertThat(read.membersOf(Set.of(ClaimStatus.RELEASED))[0]).isEqualTo(3);
    assertThat(read.membersOf(Set.of())[15]).isEqualTo(1L << 63);
    assertThat(read.mayHave(new Range(2001, 3000))).isFalse();
    assertThat(read.mayHave(new Range(0, 999))).isFalse();
    assertThat(read.mayHave(new Range(1100, 1200))).isTrue();
    read.remove(1024, ClaimStatus.RELEASED);
    read.remove(1025, ClaimStatus.RELEASED);
    assertThat(read.isEmpty()).isFalse();
    read.remove(2047, ClaimStatus.WITHDRAWN);
    assertThat(read.isEmpty()).isTrue();
  }

  @Test
  void ends_keep_their_bytes() {
    End first = new End(new ClaimId(7), new ResourceKey("db"), true, ClaimStatus.EXPIRED);
    End second = new End(new ClaimId(5), new ResourceKey("x"), false, ClaimStatus.WITHDRAWN);
    EndBlock block = new EndBlock();
    block.add(first);
    block.add(second);
    String golden = "010e05026462" + "03080178";
    assertThat(HexFormat.of().formatHex(block.bytes().toByteArray())).isEqualTo(golden);

    EndBlock read = EndBlock.decode(bytes(golden));
    assertThat(read.size()).isEqualTo(2);
    assertThat(read.get(0)).isEqualTo(first);
    assertThat(read.get(1)).isEqualTo(second);
  }

  @Test
  void an_answer_keeps_its_bytes() {
    RequestKey key = new RequestKey(1, 2, 3);
    Event.AnswerKept kept =
        new Event.AnswerKept(key, new ClusterTime(300), new Result.NoSuchClaim(new ClaimId(4)));
    String golden = "010000000000000003ac0209" + "010e04";
    assertThat(hex(to -> AnswerRecord.encode(kept, 9, to))).isEqualTo(golden);

    AnswerRecord read = AnswerRecord.decode(RecordKeys.of(key.name()), bytes(golden));
    assertThat(read.answer().key()).isEqualTo(key);
    assertThat(read.answer().until()).isEqualTo(new ClusterTime(300));
    assertThat(read.number()).isEqualTo(9);
    assertThat(AnswerRecord.decodeResult(bytes(golden))).isEqualTo(kept.answer());
  }

  @Test
  void deliveries_keep_their_bytes() {
    DeliveryId first = new DeliveryId(1, 300);
    DeliveryId second = new DeliveryId(-2, 1);
    KeptDeliveries kept = new KeptDeliveries(7, new ClusterTime(300), List.of(first, second));
    Result answer = new Result.NoSuchClaim(new ClaimId(4));
    Event.DeliveriesKept event =
        new Event.DeliveriesKept(kept, List.of(answer, new Result.KeyReused()));
    String golden =
        "01ac0202" + "0000000000000001ac02" + "03010e04" + "fffffffffffffffe01" + "020112";
    assertThat(hex(to -> DeliveryRecord.encode(event, to))).isEqualTo(golden);

    assertThat(DeliveryRecord.decode(bytes("0000000000000007"), bytes(golden))).isEqualTo(kept);
    assertThat(DeliveryRecord.resultOf(first, bytes(golden))).contains(answer);
    assertThat(DeliveryRecord.resultOf(second, bytes(golden))).contains(new Result.KeyReused());
  }

  @Test
  void the_place_of_a_claim_among_those_of_its_resource_keeps_its_bytes() {
    End end = new End(new ClaimId(7), new ResourceKey("db"), true, ClaimStatus.EXPIRED);
    assertThat(hex(to -> RecordKeys.write(end, to))).isEqualTo("02646201" + "0000000000000007");
  }

  @Test
  void unknown_versions_are_refused() {
    assertThatThrownBy(() -> Zone.decode(bytes("0200"))).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> EndBlock.decode(bytes("02"))).isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> AnswerRecord.decodeResult(bytes("02")))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> DeliveryRecord.resultOf(new DeliveryId(1, 1), bytes("02")))
        .isInstanceOf(CodecException.class);
  }

  private static String hex(Consumer<ByteWriter> content) {
    ByteWriter to = new ByteWriter(0);
    content.accept(to);
    return HexFormat.of().formatHex(to.toByteArray());
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
