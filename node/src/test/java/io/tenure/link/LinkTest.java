package io.tenure.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import io.tenure.link.CallFailedException.Kind;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls between real links on this machine, and connections that come and go. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class LinkTest {

  private static final int METHOD = 70;
  private static final long LONG_MILLIS = 60_000;
  private static final int LARGEST = Frame.MAX_BYTES - Frame.HEAD_BYTES;
  private static final int MOST_CONNECTIONS = 2_000;

  private final List<Identity> nodes = TestIdentities.founded("test", TestIdentities.members(3));
  private final Deque<TestLink> running = new ArrayDeque<>();

  @AfterEach
  void close() {
    running.forEach(TestLink::close);
  }

  private TestLink start(int node, LinkService service) throws IOException {
    TestLink link = new TestLink(nodes.get(node - 1), service);
    running.push(link);
    return link;
  }

  private static TestReply call(Peer peer, byte[] payload, long millis) {
    TestReply reply = new TestReply();
    assertThat(peer.call(METHOD, Payload.of(payload), millis, reply)).isTrue();
    return reply;
  }

  @Test
  void a_call_is_answered_by_the_node_that_it_is_for() throws Exception {
    TestLink one = start(1, TestLink::echo);
    start(2, call -> call.answer(call.method(), Payload.of(new byte[] {2})));
    start(3, call -> call.answer(call.method(), Payload.of(new byte[] {3})));

    assertThat(call(one.connected("n2"), new byte[0], LONG_MILLIS).answer()).containsExactly(2);
    assertThat(call(one.connected("n3"), new byte[0], LONG_MILLIS).answer()).containsExactly(3);
  }

  @Test
  void a_service_knows_who_asks() throws Exception {
    TestLink one = start(1, TestLink::echo);
    HeldCalls calls = new HeldCalls();
    start(2, calls);
    call(one.connected("n2"), new byte[0], LONG_MILLIS);

    Session session = calls.next().session();
    assertThat(session.node()).isEqualTo("n1");
    assertThat(session.address()).isEqualTo(nodes.get(0).raftAddress());
  }

  @Test
  void calls_of_each_thread_arrive_in_its_order_and_get_their_own_answers() throws Exception {
    int threads = 4;
    int each = 5_000;
    Map<Integer, List<Integer>> arrived = new ConcurrentHashMap<>();
    TestLink one = start(1, TestLink::echo);
    start(
        2,
        call -> {
          ByteBuffer bytes = call.payload().duplicate();
          arrived.computeIfAbsent(bytes.getInt(), any -> new ArrayList<>()).add(bytes.getInt());
          TestLink.echo(call);
        });
    Peer two = one.connected("n2");
    List<CompletableFuture<List<TestReply>>> callers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      callers.add(CompletableFuture.supplyAsync(() -> callMany(two, thread, each)));
    }
    for (int i = 0; i < threads; i++) {
      List<TestReply> replies = callers.get(i).join();
      for (int k = 0; k < each; k++) {
        assertThat(replies.get(k).answer()).isEqualTo(numbers(i, k));
      }
      assertThat(arrived.get(i)).isSorted().hasSize(each);
    }
  }

  private static List<TestReply> callMany(Peer peer, int thread, int count) {
    List<TestReply> replies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      replies.add(call(peer, numbers(thread, i), LONG_MILLIS));
    }
    return replies;
  }

  private static byte[] numbers(int one, int other) {
    return ByteBuffer.allocate(2 * Integer.BYTES).putInt(one).putInt(other).array();
  }

  @Test
  void the_largest_message_goes_there_and_back() throws Exception {
    TestLink one = start(1, TestLink::echo);
    start(2, TestLink::echo);
    byte[] large = new byte[LARGEST];
    large[LARGEST - 1] = 7;

    assertThat(call(one.connected("n2"), large, LONG_MILLIS).answer()).isEqualTo(large);
  }

  @Test
  void a_message_that_is_too_large_is_refused_where_it_is_sent() throws Exception {
    TestLink one = start(1, TestLink::echo);
    start(2, TestLink::echo);
    Peer two = one.connected("n2");
    TestReply never = new TestReply();

    assertThatThrownBy(
            () -> two.call(METHOD, Payload.of(new byte[LARGEST + 1]), LONG_MILLIS, never))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too large");
    assertThat(call(two, new byte[] {1}, LONG_MILLIS).answer()).containsExactly(1);
    assertThat(never.calls()).isZero();
  }

  @Test
  void without_a_connection_a_call_is_not_taken_and_nobody_is_called_back() throws Exception {
    TestLink one = start(1, TestLink::echo);
    TestReply never = new TestReply();

    assertThat(one.peer("n2").isOpen()).isFalse();
    assertThat(one.peer("n2").call(METHOD, Payload.of(new byte[1]), 1, never)).isFalse();
    start(2, TestLink::echo);
    call(one.connected("n2"), new byte[1], LONG_MILLIS).answer();
    assertThat(never.calls()).isZero();
  }

  @Test
  void an_answer_that_comes_too_late_is_ignored() throws Exception {
    TestLink one = start(1, TestLink::echo);
    HeldCalls calls = new HeldCalls();
    start(2, calls);
    Peer two = one.connected("n2");
    TestReply reply = call(two, new byte[1], 50);

    assertThat(reply.failure()).isEqualTo(Kind.TIMED_OUT);
    HeldCalls.answer(calls.next());
    TestReply later = call(two, new byte[1], LONG_MILLIS);
    HeldCalls.answer(calls.next());
    later.answer();
    assertThat(reply.calls()).isEqualTo(1);
  }

  @Test
  void each_call_has_a_time_of_its_own() throws Exception {
    TestLink one = start(1, TestLink::echo);
    HeldCalls calls = new HeldCalls();
    start(2, calls);
    Peer two = one.connected("n2");
    TestReply patient = call(two, new byte[1], LONG_MILLIS);
    TestReply second = call(two, new byte[1], 200);
    TestReply first = call(two, new byte[1], 50);

    assertThat(first.failure()).isEqualTo(Kind.TIMED_OUT);
    assertThat(second.failure()).isEqualTo(Kind.TIMED_OUT);
    HeldCalls.answer(calls.next());
    assertThat(patient.answer()).isEmpty();
  }

  @Test
  void when_a_connection_is_lost_each_call_fails_once() throws Exception {
    TestLink one = start(1, TestLink::echo);
    HeldCalls calls = new HeldCalls();
    TestLink second = start(2, calls);
    Peer two = one.connected("n2");
    List<TestReply> replies = callMany(two, 0, 100);
    calls.next(100);

    second.close();
    for (TestReply reply : replies) {
      assertThat(reply.failure()).isEqualTo(Kind.LOST);
    }
    one.awaitEnd("n2");
    assertThat(two.isOpen()).isFalse();
    one.close(); // by now everything has happened that ever will
    assertThat(replies).allSatisfy(reply -> assertThat(reply.calls()).isEqualTo(1));
  }

  @Test
  void calls_end_when_the_link_that_made_them_is_closed() throws Exception {
    TestLink one = start(1, TestLink::echo);
    HeldCalls calls = new HeldCalls();
    start(2, calls);
    List<TestReply> replies = callMany(one.connected("n2"), 0, 100);
    calls.next(100);

    one.close();
    assertThat(replies).allSatisfy(reply -> assertThat(reply.failure()).isEqualTo(Kind.LOST));
    assertThat(replies).allSatisfy(reply -> assertThat(reply.calls()).isEqualTo(1));
  }

  @Test
  void a_reply_that_fails_itself_harms_no_other() throws Exception {
    TestLink one = start(1, TestLink::echo);
    HeldCalls calls = new HeldCalls();
    TestLink second = start(2, calls);
    Peer two = one.connected("n2");
    two.call(METHOD, Payload.of(new byte[1]), LONG_MILLIS, new BrokenReply());
    HeldCalls.answer(calls.next());
    two.call(METHOD, Payload.of(new byte[1]), LONG_MILLIS, new BrokenReply());
    List<TestReply> others = callMany(two, 0, 20);
    two.call(METHOD, Payload.of(new byte[1]), 50, new BrokenReply());
    TestReply late = call(two, new byte[1], 50);

    assertThat(late.failure()).isEqualTo(Kind.TIMED_OUT);
    calls.next(23);
    second.close();
    assertThat(others).allSatisfy(reply -> assertThat(reply.failure()).isEqualTo(Kind.LOST));
  }

  private static final class BrokenReply implements Reply {
    @Override
    public void answered(int method, ByteBuffer payload) {
      throw new IllegalStateException("a fault of the test");
    }

    @Override
    public void failed(CallFailedException failure) {
      throw new IllegalStateException("a fault of the test");
    }
  }

  @Test
  void a_node_that_was_restarted_is_connected_again() throws Exception {
    TestLink one = start(1, TestLink::echo);
    TestLink second = start(2, TestLink::echo);
    one.connected("n2");
    second.close();
    one.awaitEnd("n2");
    start(2, TestLink::echo);

    Peer two = one.connected("n2", 2);
    assertThat(call(two, new byte[] {5}, LONG_MILLIS).answer()).containsExactly(5);
  }

  @Test
  void a_newer_connection_of_a_node_takes_the_place_of_the_older() throws Exception {
    start(1, TestLink::echo);
    try (RawConnection older = RawConnection.greeted(nodes.get(0), nodes.get(1));
        RawConnection newer = RawConnection.greeted(nodes.get(0), nodes.get(1))) {
      assertThat(older.isEnded()).isTrue();
      newer.send(RawConnection.request(METHOD, 1, new byte[] {9}));
      assertThat(newer.readAnswer()).endsWith(9);
    }
  }

  /** Whether a connection is accepted just then is chance, so many are opened, several times. */
  @RepeatedTest(10)
  void a_link_that_stops_leaves_no_connection_open() throws Exception {
    TestLink one = start(1, TestLink::echo);
    int port = TestIdentities.portOf(nodes.get(0));
    CountDownLatch some = new CountDownLatch(20);
    CompletableFuture<List<Socket>> connections =
        CompletableFuture.supplyAsync(() -> connectUntilRefused(port, some));
    some.await();
    one.close();
    for (Socket socket : connections.join()) {
      try (RawConnection connection = new RawConnection(socket)) {
        assertThat(connection.isEnded()).as("%s has ended", socket).isTrue();
      }
    }
  }

  /** The same without chance: it was accepted before, and is looked at after. */
  @Test
  void a_connection_that_is_accepted_while_the_link_stops_is_closed() throws Exception {
    MemoryLink link = MemoryLink.listening(nodes.get(0), TestLink::echo);
    EmbeddedChannel before = link.incoming();
    assertThat(before.isOpen()).isTrue();
    link.close();
    assertThat(before.isOpen()).isFalse();
    assertThat(link.incoming().isOpen()).isFalse();
  }

  private static List<Socket> connectUntilRefused(int port, CountDownLatch some) {
    List<Socket> connections = new ArrayList<>();
    try {
      while (connections.size() < MOST_CONNECTIONS) {
        connections.add(new Socket(InetAddress.getLoopbackAddress(), port));
        some.countDown();
      }
    } catch (IOException refused) {
      return connections;
    }
    return connections;
  }

  @Test
  void a_port_that_is_taken_is_named() throws Exception {
    start(1, TestLink::echo);

    assertThatThrownBy(() -> start(1, TestLink::echo))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on " + nodes.get(0).raftAddress());
  }
}
