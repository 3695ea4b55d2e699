package io.tenure.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Claim;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundTripTest {

  private static final int ROUNDS = 5_000;

  @Test
  void any_log_entry_is_read_as_it_was_written() {
    RandomValues values = new RandomValues(1);
    for (int i = 0; i < ROUNDS / 10; i++) {
      Moment stamp = values.moment();
      List<Request> requests = new ArrayList<>();
      for (int j = 0; j < i % 20; j++) {
        requests.add(values.request());
      }
      byte[] bytes = EntryCodec.encode(stamp, requests.stream().map(RequestCodec::encode).toList());
      assertThat(EntryCodec.decode(i, ByteBuffer.wrap(bytes)))
          .isEqualTo(new LogEntry(i, stamp, requests));
    }
  }

  @Test
  void any_request_is_read_as_it_was_written() {
    RandomValues values = new RandomValues(2);
    for (int i = 0; i < ROUNDS; i++) {
      Request request = values.request();
      assertThat(RequestCodec.decode(RequestCodec.encode(request))).isEqualTo(request);
    }
  }

  @Test
  void any_result_is_read_as_it_was_written_and_has_the_same_bytes_again() {
    RandomValues values = new RandomValues(3);
    for (int i = 0; i < ROUNDS; i++) {
      Result result = values.result();
      byte[] bytes = ResultCodec.encode(result);
      Result decoded = ResultCodec.decode(bytes);
      assertThat(decoded).isEqualTo(result);
      assertThat(ResultCodec.encode(decoded)).isEqualTo(bytes);
    }
  }

  @Test
  void any_claim_is_read_as_it_was_written_and_shows_its_status_early() {
    RandomValues values = new RandomValues(4);
    for (int i = 0; i < ROUNDS; i++) {
      Claim claim = values.claim();
      ByteWriter to = new ByteWriter(0);
      ClaimCodec.encode(claim, to);
      assertThat(ClaimCodec.decode(to.toByteArray())).isEqualTo(claim);
      assertThat(ClaimCodec.statusOf(to.toByteArray())).isEqualTo(claim.status());
    }
  }

  @Test
  void any_text_is_read_as_it_was_written_even_with_half_a_surrogate_pair() {
    RandomValues values = new RandomValues(5);
    for (int i = 0; i < ROUNDS; i++) {
      String text = values.text();
      ByteWriter to = new ByteWriter(0);
      to.writeText(text);
      ByteReader from = ByteReader.of(to.toByteArray());
      assertThat(from.readText()).isEqualTo(text);
      from.requireEnd("text");
    }
  }

  @Test
  void texts_are_written_as_utf_8() {
    ByteWriter to = new ByteWriter(0);
    to.writeText("aü€\uD83D\uDD12");
    assertThat(to.toByteArray())
        .isEqualTo(
            new byte[] {
              10,
              'a',
              (byte) 0xC3,
              (byte) 0xBC,
              (byte) 0xE2,
              (byte) 0x82,
              (byte) 0xAC,
              (byte) 0xF0,
              (byte) 0x9F,
              (byte) 0x94,
              (byte) 0x92
            });
  }
}
