package io.tenure.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer that asks too much, or reads too little, costs a bounded amount of memory. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class LinkBoundsTest {

  private static final int METHOD = 70;
  private static final long LONG_MILLIS = 60_000;
  private static final int MEBIBYTE = 1024 * 1024;

  private final List<Identity> nodes = TestIdentities.founded("test", TestIdentities.members(2));
  private final Identity n1 = nodes.get(0);
  private final Identity n2 = nodes.get(1);
  private final Deque<TestLink> running = new ArrayDeque<>();

  @AfterEach
  void close() {
    running.forEach(TestLink::close);
  }

  private TestLink start(Identity node, LinkService service) throws IOException {
    TestLink link = new TestLink(node, service);
    running.push(link);
    return link;
  }

  private static byte[] length(int bytes) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(bytes).array();
  }

  @ParameterizedTest
  @ValueSource(ints = {Frame.MAX_BYTES + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE})
  void a_frame_that_is_too_long_ends_the_connection_as_soon_as_its_length_is_read(int bytes)
      throws IOException {
    start(n1, TestLink::echo);
    try (RawConnection two = RawConnection.greeted(n1, n2)) {
      two.send(length(bytes));
      assertThat(two.isEnded()).isTrue();
    }
  }

  @Test
  void a_member_that_is_refused_again_and_again_for_one_reason_gets_one_line() throws IOException {
    TestLink one = start(n1, TestLink::echo);
    for (int i = 1; i <= 20; i++) {
      try (RawConnection two = RawConnection.greeted(n1, n2)) {
        two.send(length(-i));
        assertThat(two.isEnded()).isTrue();
      }
    }
    assertThat(one.refusals()).containsExactly("connection of n2 closed: a frame is too long");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, Frame.HEAD_BYTES - 1})
  void a_frame_without_a_head_ends_the_connection(int bytes) throws IOException {
    start(n1, TestLink::echo);
    try (RawConnection two = RawConnection.greeted(n1, n2)) {
      two.send(length(bytes));
      two.send(new byte[bytes]);
      assertThat(two.isEnded()).isTrue();
    }
  }

  /** Each waits for the rest of a frame, of which it has the head alone. */
  @Test
  void nothing_is_allocated_for_the_length_that_a_frame_announces() throws Exception {
    List<Identity> many = TestIdentities.founded("test", TestIdentities.members(9));
    start(many.get(0), TestLink::echo);
    long before = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    List<RawConnection> connections = new ArrayList<>();
    for (Identity peer : many.subList(1, many.size())) {
      RawConnection connection = RawConnection.greeted(many.get(0), peer);
      connections.add(connection);
      connection.send(RawConnection.request(METHOD, 1, new byte[1])); // read before what follows
      connection.readAnswer();
      connection.send(length(Frame.MAX_BYTES));
      connection.send(new byte[Frame.HEAD_BYTES]);
    }
    for (RawConnection connection : connections) {
      connection.readFrame(); // it shows that it is alive, so it has read what it could
    }
    long after = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();

    assertThat(after - before).isLessThan(64L * MEBIBYTE); // 128 were announced
    for (RawConnection connection : connections) {
      connection.close();
    }
  }

  @Test
  void a_peer_that_reads_nothing_gets_no_more_than_64_mebibytes() throws Exception {
    TestLink one = start(n1, TestLink::echo);
    try (RawServer server = new RawServer(n2);
        RawConnection two = server.acceptAndGreet()) {
      assertThat(two.greetedBy().node()).isEqualTo("n1");
      Peer peer = one.connected("n2");
      byte[] payload = new byte[8 * MEBIBYTE];
      int taken = 0;
      while (taken < 40 && peer.call(METHOD, Payload.of(payload), LONG_MILLIS, new TestReply())) {
        taken++;
      }
      // what the kernel has taken over is not counted
      assertThat(taken * 8).isBetween(64 - 8, 64 + 16);
    }
  }

  @Test
  void more_than_1024_requests_of_a_peer_are_read_when_others_are_answered() throws Exception {
    TestLink one = start(n1, TestLink::echo);
    HeldCalls calls = new HeldCalls();
    start(n2, calls);
    Peer two = one.connected("n2");
    List<TestReply> replies = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      replies.add(new TestReply());
      assertThat(two.call(METHOD, Payload.of(new byte[100]), LONG_MILLIS, replies.get(i))).isTrue();
    }
    for (int i = 0; i < 10; i++) {
      calls.next(500).forEach(HeldCalls::answer); // more are always there while it does not read
    }
    for (TestReply reply : replies) {
      assertThat(reply.answer()).isEmpty();
    }
  }

  private static EmbeddedChannel connection(HeldCalls calls, Identity peer) {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.pipeline().addLast(Frame.decoder(Frame.MAX_BYTES));
    channel
        .pipeline()
        .addLast(new ServerConnection(channel, peer, calls, RefusalLog.ofThisProcess()));
    return channel;
  }

  private static void ask(EmbeddedChannel channel, int count, byte[] payload) {
    for (int i = 0; i < count; i++) {
      channel.writeInbound(Unpooled.wrappedBuffer(RawConnection.request(METHOD, i, payload)));
    }
  }

  @Test
  void with_1024_requests_under_way_no_more_are_read_until_half_of_them_are_answered()
      throws Exception {
    HeldCalls calls = new HeldCalls();
    EmbeddedChannel channel = connection(calls, n2);
    ask(channel, 1_023, new byte[0]);
    assertThat(channel.config().isAutoRead()).isTrue();
    ask(channel, 1, new byte[0]);
    assertThat(channel.config().isAutoRead()).isFalse();

    calls.next(511).forEach(HeldCalls::answer);
    assertThat(channel.config().isAutoRead()).isFalse();
    HeldCalls.answer(calls.next());
    assertThat(channel.config().isAutoRead()).isTrue();
    channel.finishAndReleaseAll();
  }

  @Test
  void large_requests_count_for_more() throws Exception {
    HeldCalls calls = new HeldCalls();
    EmbeddedChannel channel = connection(calls, n2);
    ask(channel, 3, new byte[15 * MEBIBYTE]);
    assertThat(channel.config().isAutoRead()).isTrue();
    ask(channel, 2, new byte[15 * MEBIBYTE]);
    assertThat(channel.config().isAutoRead()).isFalse();

    calls.next(3).forEach(HeldCalls::answer);
    assertThat(channel.config().isAutoRead()).isTrue();
    channel.finishAndReleaseAll();
  }

  @Test
  void a_call_that_is_answered_twice_counts_once() throws Exception {
    HeldCalls calls = new HeldCalls();
    EmbeddedChannel channel = connection(calls, n2);
    ask(channel, 1_024, new byte[0]);
    IncomingCall first = calls.next();
    for (int i = 0; i < 1_000; i++) {
      HeldCalls.answer(first);
    }
    assertThat(channel.config().isAutoRead()).isFalse();
    channel.runPendingTasks();
    assertThat(channel.outboundMessages()).hasSize(1);
    channel.finishAndReleaseAll();
  }

  @Test
  void whoever_shows_that_it_is_alive_cannot_make_this_side_write() {
    EmbeddedChannel channel = connection(new HeldCalls(), n2);
    for (int i = 0; i < 1_000; i++) {
      channel.writeInbound(Unpooled.wrappedBuffer(RawConnection.alive()));
    }
    assertThat(channel.outboundMessages()).isEmpty();
    channel.finishAndReleaseAll();
  }

  @Test
  void nothing_is_handled_after_a_frame_that_ended_the_connection() {
    HeldCalls calls = new HeldCalls();
    EmbeddedChannel channel = connection(calls, n2);
    byte[] request = RawConnection.request(METHOD, 1, new byte[0]);
    byte[] malformed = request.clone();
    malformed[Integer.BYTES] = 99;

    channel.writeInbound(Unpooled.wrappedBuffer(request, malformed, request, request));
    assertThat(channel.isOpen()).isFalse();
    assertThat(calls.size()).isEqualTo(1);
    channel.finishAndReleaseAll();
  }
}
