package io.tenure.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.link.CallFailedException.Kind;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who lives says so, and who says nothing is given up; the times are those of the tests. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class LinkSilenceTest {

  private static final int METHOD = 70;
  private static final LinkTimes TIMES = new LinkTimes(1_000, 5_000, 100, 1_000, 10, 100);

  /** Signs of life that take longer than a side keeps silent before it is given up. */
  private static final int MANY_SIGNS = 25;

  private static final byte[] SIGN_OF_LIFE =
      Arrays.copyOfRange(RawConnection.alive(), Integer.BYTES, RawConnection.alive().length);

  private final List<Identity> nodes = TestIdentities.founded("test", TestIdentities.members(2));
  private final Identity n1 = nodes.get(0);
  private final Identity n2 = nodes.get(1);

  private TestLink start(LinkService service) throws IOException {
    return new TestLink(n1, service, TIMES);
  }

  @Test
  void connections_with_nothing_to_say_stay_open() throws Exception {
    try (TestLink one = start(TestLink::echo);
        RawServer server = new RawServer(n2);
        RawConnection in = RawConnection.greeted(n1, n2);
        RawConnection out = server.acceptAndGreet()) {
      for (int i = 0; i < MANY_SIGNS; i++) {
        assertThat(in.readFrame()).isEqualTo(SIGN_OF_LIFE);
        in.send(RawConnection.alive());
        assertThat(out.readFrame()).isEqualTo(SIGN_OF_LIFE);
        out.send(RawConnection.alive());
      }
      assertThat(one.connected("n2").isOpen()).isTrue();
    }
  }

  @Test
  void a_node_that_is_silent_is_given_up_with_its_calls_and_connected_again() throws Exception {
    try (TestLink one = start(TestLink::echo);
        RawServer server = new RawServer(n2);
        RawConnection silent = server.acceptAndGreet()) {
      TestReply reply = new TestReply();
      one.connected("n2").call(METHOD, Payload.of(new byte[1]), 60_000, reply);

      assertThat(silent.isEnded()).isTrue();
      assertThat(reply.failure()).isEqualTo(Kind.LOST);
      server.acceptAndGreet().close();
      one.connected("n2", 2);
    }
  }

  @Test
  void a_silent_peer_is_given_up() throws Exception {
    try (TestLink one = start(TestLink::echo);
        RawConnection silent = RawConnection.greeted(n1, n2)) {
      assertThat(silent.isEnded()).isTrue();
      assertThat(one.refusals()).isEmpty();
    }
  }

  @Test
  void a_node_that_does_not_read_for_a_while_still_shows_that_it_is_alive() throws Exception {
    HeldCalls calls = new HeldCalls();
    try (TestLink one = start(calls);
        RawConnection two = RawConnection.greeted(n1, n2)) {
      for (int i = 0; i < ServerConnection.MAX_CALLS; i++) {
        two.send(RawConnection.request(METHOD, i, new byte[0]));
      }
      List<IncomingCall> held = calls.next(ServerConnection.MAX_CALLS);
      for (int i = 0; i < 5; i++) {
        assertThat(two.readFrame()).isEqualTo(SIGN_OF_LIFE);
      }
      held.forEach(HeldCalls::answer);
      assertThat(one.refusals()).isEmpty();
    }
  }

  @Test
  void who_is_never_answered_is_not_kept_waiting_for_ever() throws Exception {
    try (TestLink one = start(new HeldCalls());
        RawConnection two = RawConnection.greeted(n1, n2)) {
      for (int i = 0; i < ServerConnection.MAX_CALLS; i++) {
        two.send(RawConnection.request(METHOD, i, new byte[0]));
      }
      assertThat(two.isEnded()).isTrue();
      assertThat(one.refusals()).isEmpty();
    }
  }

  @Test
  void a_message_that_takes_long_to_arrive_is_no_silence() throws Exception {
    byte[] request = RawConnection.request(METHOD, 1, new byte[MANY_SIGNS]);
    try (TestLink one = start(TestLink::echo);
        RawConnection two = RawConnection.greeted(n1, n2)) {
      for (int i = 0; i < request.length - 1; i++) {
        two.send(request[i]);
        assertThat(two.readFrame()).isEqualTo(SIGN_OF_LIFE); // so that some time has passed
      }
      two.send(request[request.length - 1]);
      assertThat(two.readAnswer()).hasSize(Frame.HEAD_BYTES + MANY_SIGNS);
      assertThat(one.refusals()).isEmpty();
    }
  }

  /** As when two nodes have one identity: each takes the other's place again and again. */
  @Test
  void connections_that_end_at_once_are_opened_less_and_less_often() throws Exception {
    try (TestLink one = start(TestLink::echo);
        RawServer server = new RawServer(n2)) {
      long begin = 0;
      for (int i = 0; i < 8; i++) {
        server.acceptAndGreet().close();
        one.connected("n2", i + 1);
        begin = i == 0 ? System.nanoTime() : begin;
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
      assertThat(millis).isGreaterThanOrEqualTo(5 + 10 + 20 + 40 + 50 + 50 + 50);
    }
  }
}
