package io.tenure.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ResponseParserTest {

  private final Map<String, String> headers = new HashMap<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private int status;
  private final ResponseParser parser =
      new ResponseParser(
          new ResponseParser.Sink() {
            @Override
            public void head(int code, Map<String, String> all) {
              status = code;
              headers.putAll(all);
            }

            @Override
            public void body(ByteBuffer part) {
              body.write(part.array(), part.arrayOffset() + part.position(), part.remaining());
            }
          });

  @Test
  void a_body_of_known_length_ends_there() throws IOException {
    assertThat(feed("HTTP/1.1 201 Created\r\nLocation: /x\r\ncontent-length: 4\r\n\r\nabcd"))
        .isTrue();
    assertThat(status).isEqualTo(201);
    assertThat(headers).containsEntry("location", "/x");
    assertThat(body).hasToString("abcd");
    assertThat(parser.isLasting()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000})
  void chunks_may_come_in_pieces_of_any_size(int size) throws IOException {
    String text =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "5\r\nhello\r\n7;x=y\r\n, world\r\n0\r\nTrailer: z\r\n\r\n";
    boolean done = false;
    for (int from = 0; from < text.length(); from += size) {
      done = feed(text.substring(from, Math.min(text.length(), from + size)));
    }
    assertThat(done).isTrue();
    assertThat(body).hasToString("hello, world");
  }

  @Test
  void an_answer_without_content_ends_with_its_head() throws IOException {
    assertThat(feed("HTTP/1.1 204 No Content\r\n\r\n")).isTrue();
  }

  @Test
  void what_has_no_length_ends_with_the_connection() throws IOException {
    assertThat(feed("HTTP/1.0 200 OK\r\n\r\nabc")).isFalse();
    assertThat(parser.endsWithConnection()).isTrue();
    assertThat(parser.isLasting()).isFalse();
  }

  @Test
  void an_interim_answer_is_passed_over() throws IOException {
    assertThat(feed("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
        .isTrue();
    assertThat(status).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH\r\n",
        "HTTP/2 200 OK\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
      })
  void what_is_no_answer_is_refused(String text) {
    assertThatThrownBy(() -> feed(text)).isInstanceOf(IOException.class);
  }

  @Test
  void a_head_without_end_is_refused() {
    assertThatThrownBy(() -> feed("HTTP/1.1 200 OK\r\nX: " + "y".repeat(70_000)))
        .isInstanceOf(IOException.class);
  }

  private boolean feed(String text) throws IOException {
    return parser.feed(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
  }
}
