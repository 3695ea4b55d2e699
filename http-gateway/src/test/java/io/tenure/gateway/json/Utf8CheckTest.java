package io.tenure.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8CheckTest {

  @Test
  void it_agrees_with_the_strict_decoder_of_the_platform() {
    Random random = new Random(3);
    int valid = 0;
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = new byte[random.nextInt(1, 6)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = (byte) (random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(0x80, 0xc0));
      }
      if (random.nextBoolean()) {
        bytes[0] = (byte) random.nextInt(0xc0, 0x100);
      }
      boolean expected = isDecodable(bytes);
      valid += expected ? 1 : 0;
      assertThat(Utf8Check.isValid(bytes)).as(HexFormat.of().formatHex(bytes)).isEqualTo(expected);
    }
    assertThat(valid).isGreaterThan(1_000);
  }

  private static boolean isDecodable(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
