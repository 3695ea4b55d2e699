package io.tenure.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever the bytes are, a codec answers with a value or a CodecException, and skips nothing. */
class DamageTest {

  @Test
  void an_unknown_version_is_refused() {
    byte[] entry = entry();
    entry[0] = 2;
    assertThatThrownBy(() -> EntryCodec.decode(7, ByteBuffer.wrap(entry)))
        .isInstanceOf(CodecException.class)
        .hasMessage("log entry 7: unknown format version of log entry: 2");
    byte[] result = ResultCodec.encode(Samples.results().get("granted"));
    result[0] = 9;
    assertThatThrownBy(() -> ResultCodec.decode(result))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("version");
  }

  @Test
  void an_unknown_type_is_refused() {
    assertThatThrownBy(() -> RequestCodec.decode(new byte[] {63}))
        .isInstanceOf(CodecException.class)
        .hasMessage("unknown command: 63");
    assertThatThrownBy(() -> ResultCodec.decode(new byte[] {1, 21}))
        .isInstanceOf(CodecException.class)
        .hasMessage("unknown result: 21");
    assertThatThrownBy(() -> ResultCodec.decode(new byte[] {1, 0}))
        .isInstanceOf(CodecException.class);
  }

  @Test
  void bytes_after_the_end_are_refused() {
    byte[] entry = entry();
    assertThatThrownBy(
            () -> EntryCodec.decode(7, ByteBuffer.wrap(Arrays.copyOf(entry, entry.length + 1))))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("1 bytes too many");
    byte[] request = RequestCodec.encode(Request.of(new Command.Tick()));
    assertThatThrownBy(() -> RequestCodec.decode(Arrays.copyOf(request, request.length + 2)))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("2 bytes too many");
  }

  @Test
  void a_request_that_is_longer_or_shorter_than_it_says_is_refused() {
    byte[] tick = RequestCodec.encode(Request.of(new Command.Tick()));
    byte[] longer = Arrays.copyOf(tick, 2);
    byte[] entry = EntryCodec.encode(Samples.moment(1), List.of(tick, longer));
    assertThatThrownBy(() -> EntryCodec.decode(7, ByteBuffer.wrap(entry)))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("request 1 is not as long as it says");
  }

  @Test
  void impossible_content_is_refused() {
    byte[] claim = new byte[] {1, 2, 1, 1, 'r', 0, 1, 0, 0, 0, 0, 0};
    assertThatThrownBy(() -> ClaimCodec.decode(claim))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("impossible content of claim");
  }

  @Test
  void damaged_letters_are_refused() {
    for (byte[] text :
        List.of(
            new byte[] {1, (byte) 0xFF},
            new byte[] {1, (byte) 0xC3},
            new byte[] {2, (byte) 0xC3, 'a'},
            new byte[] {2, (byte) 0xC0, (byte) 0x80},
            new byte[] {4, (byte) 0xF7, (byte) 0xBF, (byte) 0xBF, (byte) 0xBF},
            new byte[] {1, (byte) 0x80})) {
      assertThatThrownBy(() -> ByteReader.of(text).readText()).isInstanceOf(CodecException.class);
    }
  }

  @Test
  void every_cut_is_noticed() {
    byte[] entry = entry();
    for (int length = 0; length < entry.length; length++) {
      ByteBuffer cut = ByteBuffer.wrap(entry, 0, length);
      assertThatThrownBy(() -> EntryCodec.decode(1, cut)).isInstanceOf(CodecException.class);
    }
  }

  @Test
  void random_damage_never_causes_anything_but_a_codec_exception() {
    Random random = new Random(6);
    byte[] entry = entry();
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = entry.clone();
      for (int j = 0; j <= i % 3; j++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        EntryCodec.decode(1, ByteBuffer.wrap(damaged));
      } catch (CodecException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void a_buffer_that_is_read_stays_as_it_is() {
    byte[] entry = entry();
    byte[] padded = new byte[entry.length + 20];
    System.arraycopy(entry, 0, padded, 10, entry.length);
    ByteBuffer inHeap = ByteBuffer.wrap(padded, 4, padded.length - 4).slice();
    inHeap.position(6).limit(6 + entry.length);
    ByteBuffer direct = ByteBuffer.allocateDirect(padded.length);
    direct.put(padded).position(10).limit(10 + entry.length);
    for (ByteBuffer buffer : List.of(inHeap, direct, inHeap.asReadOnlyBuffer())) {
      ByteBuffer before = buffer.duplicate();
      assertThat(EntryCodec.decode(3, buffer).requests())
          .isEqualTo(List.copyOf(Samples.requests().values()));
      assertThat(buffer).isEqualTo(before);
      assertThat(buffer.position()).isEqualTo(before.position());
    }
  }

  private static byte[] entry() {
    List<byte[]> requests = new ArrayList<>();
    Samples.requests().values().forEach(each -> requests.add(RequestCodec.encode(each)));
    return EntryCodec.encode(Samples.moment(1_000_000), requests);
  }
}
