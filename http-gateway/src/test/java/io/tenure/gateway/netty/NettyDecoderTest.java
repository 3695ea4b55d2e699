package io.tenure.gateway.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.tenure.gateway.ProblemException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever our reader takes for a request, Netty's takes for the same one: method, URI, headers,
 * body, and where the next request begins. Ours may refuse more. So nobody who stands between a
 * client and us, and reads as Netty does, can be made to see other requests than we do. {@code
 * -Dtenure.http.requests=1000000} tries more of them.
 */
class NettyDecoderTest {

  private static final int REQUESTS = Integer.getInteger("tenure.http.requests", 50_000);

  private static final List<String> METHODS = List.of("GET", "POST", "PATCH", "DELETE", "G(T", "");
  private static final List<String> TARGETS = List.of("/v1/claims", "/a?b=%20", "*", "a b", "/ü");
  private static final List<String> VERSIONS =
      List.of("HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/1.2", "http/1.1", "HTTP/1.1 ");
  private static final List<String> HEADERS =
      List.of(
          "Host: a\r\n",
          "Host: a\r\n",
          "Content-Length: 5\r\n",
          "Content-Length: 5\r\n",
          "Content-Length: 05\r\n",
          "Content-Length: +5\r\n",
          "Content-Length : 5\r\n",
          "Content-Length: 5, 5\r\n",
          "Transfer-Encoding: chunked\r\n",
          "Transfer-Encoding: chunked\r\n",
          "Transfer-Encoding: gzip, chunked\r\n",
          "Transfer-Encoding: xchunked\r\n",
          "X-A: b\r\n",
          "X-A: b\n",
          "X-A:\tb \r\n",
          " folded\r\n",
          "X-A\r\n",
          "Connection: close\r\n");
  private static final List<String> BODIES =
      List.of(
          "hello",
          "",
          "5\r\nhello\r\n0\r\n\r\n",
          "5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n",
          "5;\u00cc=b\r\nhello\r\n0\r\n\r\n",
          "5\nhello\n0\n\n",
          "0x5\r\nhello\r\n0\r\n\r\n",
          "-5\r\nhello\r\n0\r\n\r\n",
          "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n");
  private static final String NEXT = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n";

  /** A request as a reader has understood it. */
  private record Seen(String method, String uri, List<String> lengths, String body) {}

  @Test
  void what_we_accept_is_what_netty_sees() {
    long seed = Long.getLong("tenure.seed", 22);
    Random random = new Random(seed);
    int accepted = 0;
    for (int i = 0; i < REQUESTS; i++) {
      byte[] bytes = (request(random) + NEXT).getBytes(StandardCharsets.ISO_8859_1);
      if (random.nextInt(4) == 0) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      Optional<List<Seen>> ours = ours(bytes);
      if (ours.isPresent()) {
        List<Seen> theirs = netty(bytes, ours.get().size());
        if (!theirs.equals(ours.get())) {
          String text = new String(bytes, StandardCharsets.ISO_8859_1);
          assertThat(theirs).as("seed %d, request %d: %s", seed, i, text).isEqualTo(ours.get());
        }
        accepted++;
      }
    }
    assertThat(accepted).isGreaterThan(REQUESTS / 50).isLessThan(REQUESTS);
  }

  private static String request(Random random) {
    StringBuilder text = new StringBuilder();
    text.append(pick(METHODS, random)).append(' ').append(pick(TARGETS, random));
    text.append(' ').append(pick(VERSIONS, random)).append("\r\n");
    text.append(random.nextInt(10) == 0 ? "" : "Host: a\r\n");
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(pick(HEADERS, random));
    }
    return text.append("\r\n").append(pick(BODIES, random)).toString();
  }

  /** Early elements are likelier: most requests should be sound in most parts. */
  private static String pick(List<String> choices, Random random) {
    int bound = 1 + random.nextInt(choices.size());
    return choices.get(random.nextInt(bound));
  }

  /** All requests up to the end, or up to a refusal; nothing if the first one is refused. */
  private static Optional<List<Seen>> ours(byte[] bytes) {
    RequestReader reader = new RequestReader(HttpLimits.DEFAULT, (method, path) -> 1_000);
    ArrayList<Seen> seen = new ArrayList<>();
    try {
      reader.feed(UnpooledByteBufAllocator.DEFAULT, Unpooled.wrappedBuffer(bytes));
      Optional<RequestReader.Request> next = reader.next();
      while (next.isPresent()) {
        RequestReader.Request request = next.get();
        RequestHead.Line line = request.head().line();
        String query = line.rawQuery();
        seen.add(
            new Seen(
                line.method(),
                line.rawPath() + (query == null ? "" : "?" + query),
                request.head().headers("Content-Length"),
                new String(request.body(), StandardCharsets.ISO_8859_1)));
        next = reader.next();
      }
    } catch (ProblemException refused) {
      // what was read before counts
    } finally {
      reader.release();
    }
    return seen.isEmpty() ? Optional.empty() : Optional.of(seen);
  }

  private static List<Seen> netty(byte[] bytes, int count) {
    HttpDecoderConfig strict = new HttpDecoderConfig().setStrictLineParsing(true);
    EmbeddedChannel channel = new EmbeddedChannel(new HttpRequestDecoder(strict));
    ArrayList<Seen> seen = new ArrayList<>();
    try {
      channel.writeInbound(Unpooled.wrappedBuffer(bytes));
      HttpRequest head = null;
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      HttpObject part = channel.readInbound();
      while (part != null && seen.size() < count && part.decoderResult().isSuccess()) {
        if (part instanceof HttpRequest request) {
          head = request;
          body.reset();
        }
        if (part instanceof HttpContent content) {
          ByteBuf data = content.content();
          byte[] copy = new byte[data.readableBytes()];
          data.readBytes(copy);
          body.writeBytes(copy);
          content.release();
        }
        if (part instanceof LastHttpContent && head != null) {
          seen.add(
              new Seen(
                  head.method().name(),
                  encoded(head.uri()),
                  head.headers().getAll("Content-Length"),
                  body.toString(StandardCharsets.ISO_8859_1)));
        }
        part = channel.readInbound();
      }
    } finally {
      channel.finishAndReleaseAll();
    }
    return seen;
  }

  /** Our reader encodes what should have been. */
  private static String encoded(String uri) {
    StringBuilder text = new StringBuilder();
    for (char c : uri.toCharArray()) {
      text.append(c < 0x80 ? String.valueOf(c) : String.format("%%%02x", (int) c));
    }
    return text.toString();
  }
}
