package io.tenure.gateway.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.RealTime;
import io.tenure.gateway.Answer;
import io.tenure.gateway.BodyStream;
import io.tenure.gateway.EventReader;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Answers that go on. */
@Isolated("it counts threads")
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class StreamsTest {

  private static final int STREAMS = 500;

  /** A stream that does what the test says, and remembers what it was told. */
  private static final class Told implements BodyStream {
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private volatile Sink sink;

    @Override
    public void begin(Sink out) {
      sink = out;
      told.add("begin");
    }

    @Override
    public void resume() {
      told.add("resume");
    }

    @Override
    public void probe() {
      told.add("probe");
      sink.send(bytes(":\n\n"));
    }

    @Override
    public void stalled() {
      told.add("stalled");
      sink.send(bytes("event: late\n\n"));
      sink.finish();
    }

    @Override
    public void ended() {
      told.add("ended");
    }

    String next() throws InterruptedException {
      String word = told.poll(20, TimeUnit.SECONDS);
      assertThat(word).isNotNull();
      return word;
    }
  }

  private final BlockingQueue<Told> streams = new LinkedBlockingQueue<>();

  private final TestDialect streaming =
      TestDialect.answering(
          call -> {
            if (!call.rawPath().equals("/t/stream")) {
              return Answer.text(200, "short");
            }
            Told stream = new Told();
            streams.add(stream);
            return Answer.streaming(200, "text/event-stream", stream);
          });

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String url(TestServer server) {
    return "http://127.0.0.1:" + server.port() + "/t/stream";
  }

  private Told begun() throws InterruptedException {
    Told stream = streams.poll(20, TimeUnit.SECONDS);
    assertThat(stream).isNotNull();
    assertThat(stream.next()).isEqualTo("begin");
    return stream;
  }

  @Test
  void a_body_goes_on_in_chunks_until_it_is_finished() throws Exception {
    try (TestServer server = TestServer.with(streaming);
        EventReader reader = new EventReader(url(server))) {
      assertThat(reader.header("Transfer-Encoding")).contains("chunked");
      assertThat(reader.header("Content-Length")).isEmpty();
      assertThat(reader.header("Connection")).contains("close");
      Told stream = begun();
      assertThat(stream.sink.send(bytes("event: a\n\n"))).isTrue();
      assertThat(reader.next().name()).isEqualTo("a");
      stream.sink.send(bytes("event: b\n"));
      stream.sink.send(bytes("\n"));
      assertThat(reader.next().name()).isEqualTo("b");
      stream.sink.finish();
      stream.sink.send(bytes("too late"));
      assertThat(reader.readToEnd()).isEmpty();
      assertThat(stream.next()).isEqualTo("ended");
    }
  }

  @Test
  void a_client_that_knows_no_chunks_reads_until_the_connection_ends() throws Exception {
    try (TestServer server = TestServer.with(streaming);
        EventReader reader = new EventReader(new Socket(), url(server), "HTTP/1.0")) {
      assertThat(reader.header("Transfer-Encoding")).isEmpty();
      Told stream = begun();
      stream.sink.send(bytes("event: a\n\n"));
      assertThat(reader.next().name()).isEqualTo("a");
      stream.sink.finish();
      assertThat(reader.readToEnd()).isEmpty();
    }
  }

  @Test
  void a_head_alone_begins_no_stream() throws Exception {
    try (TestServer server = TestServer.with(streaming);
        Wire wire = server.connect()) {
      wire.send("HEAD /t/stream HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(wire.readHead().status()).isEqualTo(200);
      wire.expectEnd();
      assertThat(streams.take().told).isEmpty();
    }
  }

  @Test
  void a_stream_comes_behind_the_answers_before_it() throws Exception {
    try (TestServer server = TestServer.with(streaming);
        Wire wire = server.connect()) {
      String ordinary = "GET /t HTTP/1.1\r\nHost: a\r\n\r\n";
      wire.send(ordinary + ordinary + "GET /t/stream HTTP/1.1\r\nHost: a\r\n\r\n" + ordinary);
      assertThat(wire.read().body()).isEqualTo("short");
      assertThat(wire.read().body()).isEqualTo("short");
      Told stream = begun();
      assertThat(wire.readHead().header("transfer-encoding")).isEqualTo("chunked");
      stream.sink.send(bytes("x"));
      stream.sink.finish();
    }
  }

  @Test
  void no_timeout_cuts_a_stream_that_is_silent() throws Exception {
    Duration brief = Duration.ofSeconds(1);
    HttpLimits limits =
        HttpLimits.DEFAULT.withReadTimeouts(brief, brief, brief).withAnswerTimeout(brief);
    try (TestServer server = TestServer.with(streaming, options -> options.withLimits(limits));
        EventReader reader = new EventReader(url(server));
        Wire idle = server.connect()) {
      Told stream = begun();
      idle.expectEnd(); // by now all of these timeouts are over
      try (Wire another = server.connect()) {
        another.expectEnd();
      }
      stream.sink.send(bytes("event: still\n\n"));
      assertThat(reader.next().name()).isEqualTo("still");
    }
  }

  @Test
  void nothing_is_left_of_a_client_that_goes() throws Exception {
    try (TestServer server = TestServer.with(streaming)) {
      EventReader reader = new EventReader(url(server));
      Told stream = begun();
      stream.sink.send(bytes("event: a\n\n"));
      assertThat(reader.next().name()).isEqualTo("a");
      reader.close();
      String word = stream.next();
      while (word.equals("probe")) {
        word = stream.next();
      }
      assertThat(word).isEqualTo("ended");
      awaitNoConnections(server);
      assertThat(stream.sink.send(bytes("into the void"))).isTrue();
      stream.sink.finish();
    }
  }

  @Test
  void a_client_that_only_ends_its_own_side_still_listens() throws Exception {
    try (TestServer server = TestServer.with(streaming);
        EventReader reader = new EventReader(url(server))) {
      Told stream = begun();
      reader.endOutput();
      for (int i = 0; i < 3; i++) {
        assertThat(stream.next()).isEqualTo("probe");
        assertThat(reader.nextBlock().name()).isEqualTo(":");
      }
      stream.sink.send(bytes("event: a\n\n"));
      assertThat(reader.next().name()).isEqualTo("a");
    }
  }

  @Test
  void a_stream_learns_when_its_client_takes_no_more_and_when_it_does_again() throws Exception {
    try (TestServer server = TestServer.with(streaming);
        EventReader reader = slowReader(url(server))) {
      Told stream = begun();
      int sent = fill(stream);
      for (int i = 0; i < sent; i++) {
        assertThat(reader.next().name()).isEqualTo("much");
      }
      assertThat(stream.next()).isEqualTo("resume");
      assertThat(stream.sink.send(bytes("event: a\n\n"))).isTrue();
      assertThat(reader.next().name()).isEqualTo("a");
    }
  }

  @Test
  void a_client_that_takes_nothing_for_long_is_told_so_and_left() throws Exception {
    HttpLimits limits =
        HttpLimits.DEFAULT.withReadTimeouts(
            Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ofSeconds(5));
    try (TestServer server = TestServer.with(streaming, options -> options.withLimits(limits));
        EventReader reader = slowReader(url(server))) {
      Told stream = begun();
      fill(stream);
      assertThat(stream.next()).isEqualTo("stalled");
      assertThat(stream.next()).isEqualTo("ended");
      awaitNoConnections(server);
      assertThat(server.ask("GET /t HTTP/1.0\r\n\r\n").body()).isEqualTo("short");
      assertThat(reader.next().name()).isEqualTo("much"); // what its machine had taken for it
    }
  }

  @Test
  void streams_end_properly_with_the_server() throws Exception {
    TestServer server = TestServer.with(streaming);
    Thread stopping = new Thread(server::close);
    try (EventReader reader = new EventReader(url(server))) {
      Told stream = begun();
      stopping.start();
      assertThat(reader.readToEnd()).isEmpty();
      assertThat(stream.next()).isEqualTo("ended");
    }
    stopping.join(10_000);
    assertThat(stopping.isAlive()).isFalse();
  }

  @Test
  void many_streams_cost_no_threads_and_many_threads_may_send() throws Exception {
    try (TestServer server = TestServer.with(streaming)) {
      List<EventReader> readers = new ArrayList<>();
      List<Told> begun = new ArrayList<>();
      int threads = 0;
      for (int i = 0; i < STREAMS; i++) {
        readers.add(new EventReader(url(server)));
        begun.add(begun());
        threads = i == 0 ? Thread.activeCount() : threads;
      }
      assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads);
      sendFromManyThreads(begun);
      for (EventReader reader : readers) {
        for (int i = 0; i < 4; i++) {
          assertThat(reader.next().name()).isEqualTo("x");
        }
        reader.close();
      }
      awaitNoConnections(server);
    }
  }

  private static void sendFromManyThreads(List<Told> begun) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(4);
    for (int i = 0; i < 4; i++) {
      new Thread(
              () -> {
                begun.forEach(stream -> stream.sink.send(bytes("event: x\n\n")));
                done.countDown();
              })
          .start();
    }
    assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
  }

  /** Sends until there is no room and none is made; returns how many events were sent. */
  private static int fill(Told stream) throws InterruptedException {
    byte[] much = bytes("event: much\ndata: " + "x".repeat(16 * 1024) + "\n\n");
    int sent = 0;
    boolean room = true;
    while (room) {
      room = stream.sink.send(much) || "resume".equals(stream.told.poll(1, TimeUnit.SECONDS));
      sent++;
      assertThat(sent).isLessThan(10_000);
    }
    return sent;
  }

  private static EventReader slowReader(String url) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    return new EventReader(socket, url, "HTTP/1.1");
  }

  private static void awaitNoConnections(TestServer server) {
    RealTime.until("no connections", () -> server.connections() == 0);
  }
}
