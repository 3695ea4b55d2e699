package io.tenure.bench.load.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ProtoTest {
  @Test
  void whatIsWrittenIsReadAgain() {
    ProtoReader message =
        read(
            new ProtoWriter()
                .number(1, 300)
                .bytes(2, "key".getBytes(UTF_8))
                .begin(3)
                .number(1, -1)
                .end()
                .number(4, 7));
    assertThat(message.next()).isEqualTo(1);
    assertThat(message.number()).isEqualTo(300);
    assertThat(message.next()).isEqualTo(2);
    assertThat(message.bytes()).asString(UTF_8).isEqualTo("key");
    assertThat(message.next()).isEqualTo(3);
    ProtoReader nested = message.message();
    assertThat(nested.find(1)).isTrue();
    assertThat(nested.number()).isEqualTo(-1);
    assertThat(nested.next()).isZero();
    assertThat(message.find(4)).isTrue();
    assertThat(message.number()).isEqualTo(7);
    assertThat(message.next()).isZero();
  }

  @Test
  void fieldsThatNobodyAskedForAreSkipped() {
    ProtoWriter writer = new ProtoWriter();
    writer.begin(1).bytes(2, new byte[500]).end().number(2, 1L << 62).number(3, 9);
    ProtoReader message = read(writer);
    assertThat(message.find(3)).isTrue();
    assertThat(message.number()).isEqualTo(9);
  }

  private static ProtoReader read(ProtoWriter writer) {
    ByteBuffer bytes = ByteBuffer.allocate(writer.size());
    writer.copyTo(bytes);
    return new ProtoReader(bytes.array(), 0, bytes.position());
  }
}
