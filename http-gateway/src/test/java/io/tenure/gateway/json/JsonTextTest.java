package io.tenure.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTextTest {

  private static final DateTimeFormatter RFC_3339 =
      DateTimeFormatter.ofPattern("'\"'uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z\"'").withZone(ZoneOffset.UTC);

  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "1, 0.000001",
    "10000000, 10.0",
    "9998123, 9.998123",
    "100000, 0.1",
    "1000010, 1.00001",
    "315360000000000, 315360000.0",
    "-1500000, -1.5",
    "-1, -0.000001",
    "9223372036854775807, 9223372036854.775807",
    "-9223372036854775808, -9223372036854.775808"
  })
  void durations_have_a_point_and_no_exponent(long micros, String expected) {
    assertThat(JsonText.secondsText(micros)).isEqualTo(expected);
  }

  @Test
  void times_are_those_of_the_calendar() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      long micros = random.nextLong(-62_135_596_800_000_000L, 253_402_300_800_000_000L);
      Instant time =
          Instant.ofEpochSecond(
              Math.floorDiv(micros, 1_000_000), Math.floorMod(micros, 1_000_000) * 1_000L);
      assertThat(written(JsonText.start().timestamp(micros))).isEqualTo(RFC_3339.format(time));
    }
  }

  @Test
  void strings_are_read_back_as_they_were() throws JsonProcessingException {
    ObjectMapper mapper = new ObjectMapper();
    Random random = new Random(2);
    for (int i = 0; i < 5_000; i++) {
      String text = randomText(random);
      byte[] bytes = JsonText.start().string(text).toBytes();
      assertThat(Utf8Check.isValid(bytes)).isTrue();
      assertThat(mapper.readValue(new String(bytes, StandardCharsets.UTF_8), String.class))
          .isEqualTo(text);
    }
  }

  /** Any characters: controls, quotes, surrogates in pairs and alone. */
  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(12);
    for (int i = 0; i < length; i++) {
      switch (random.nextInt(5)) {
        case 0 -> text.append((char) random.nextInt(0x80));
        case 1 -> text.append((char) random.nextInt(0x900));
        case 2 -> text.append((char) random.nextInt(0x10000));
        case 3 -> text.append((char) random.nextInt(0xd800, 0xe000));
        default -> text.appendCodePoint(random.nextInt(0x10000, 0x110000));
      }
    }
    return text.toString();
  }

  @Test
  void integers_of_every_length_are_written() {
    for (long value = 1; value > 0; value *= 7) {
      assertThat(written(JsonText.start().integer(value))).isEqualTo(Long.toString(value));
      assertThat(written(JsonText.start().integer(-value))).isEqualTo(Long.toString(-value));
    }
    assertThat(written(JsonText.start().integer(Long.MIN_VALUE))).isEqualTo("-9223372036854775808");
  }

  @Test
  void a_text_may_become_much_longer_than_the_buffer() {
    JsonText text = JsonText.start();
    for (int i = 0; i < 100_000; i++) {
      text.ascii("0123456789").raw(new byte[] {'a', 'b'});
    }
    assertThat(text.toBytes()).hasSize(1_200_000);
    assertThat(written(JsonText.start().string("x"))).isEqualTo("\"x\"");
  }

  private static String written(JsonText text) {
    return new String(text.toBytes(), StandardCharsets.UTF_8);
  }
}
