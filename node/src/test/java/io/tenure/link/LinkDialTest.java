package io.tenure.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Identity;
import io.tenure.node.identity.Run;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A node finds somebody at a member's address, and has to do with it only if it is the member. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class LinkDialTest {

  private static final List<Founder> MEMBERS = TestIdentities.members(3);
  private static final List<Identity> NODES = TestIdentities.founded("test", MEMBERS);
  private static final Identity N1 = NODES.get(0);
  private static final Identity N2 = NODES.get(1);

  private RawServer two;
  private TestLink one;

  @BeforeEach
  void start() throws IOException {
    two = new RawServer(N2);
    one = new TestLink(N1, TestLink::echo, new LinkTimes(1_000, 500, 100, 2_000, 10, 100));
  }

  @AfterEach
  void close() throws IOException {
    one.close();
    two.close();
  }

  private static byte[] greeting(Identity identity) {
    return RawConnection.bytes(Greeting.from(identity, Run.UNKNOWN));
  }

  static Stream<Arguments> strangers() {
    String member = "n2 (" + N2.raftAddress() + ")";
    return Stream.of(
        Arguments.of(
            greeting(TestIdentities.founded("other", MEMBERS).get(1)),
            "not connected: " + member + " belongs to cluster other, not to test"),
        Arguments.of(
            greeting(TestIdentities.founded("test", MEMBERS).get(1)),
            "not connected: " + member + " belongs to another cluster of the same name"),
        Arguments.of(
            greeting(NODES.get(2)),
            "not connected: " + member + " answers as node n3 of cluster test"),
        Arguments.of(
            greeting(N1), "not connected: " + member + " answers as node n1 of cluster test"),
        Arguments.of(
            RawConnection.bytes(Greeting.refusing(Optional.of(N2), "it has no manners")),
            member + " refused this node: it has no manners"),
        Arguments.of(
            RawConnection.bytes(new Greeting(2, 3, Optional.of(N2), "")),
            "not connected to "
                + member
                + ": it speaks versions 2 to 3 of the protocol between nodes, and this node version"
                + " 1"),
        Arguments.of(
            RawConnection.bytes(new Greeting(0, 0, Optional.empty(), "version 1 is too new")),
            "not connected to " + member + ": it speaks versions 0 to 0"),
        Arguments.of(
            RawConnection.bytes(new Greeting(1, 1, Optional.empty(), "")),
            "not connected to " + member + ": it did not say who it is"),
        Arguments.of(
            "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            "not connected to " + member + ": it is not a node of Tenure"),
        Arguments.of(
            new byte[] {0, 0, 0, 3, 1, 2, 3}, "not connected to " + member + ": cut short"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("strangers")
  void who_is_not_the_member_is_left_alone_and_tried_again(byte[] answer, String line)
      throws IOException {
    for (int i = 0; i < 2; i++) {
      try (RawConnection connection = two.accept()) {
        assertThat(connection.readGreeting().sender()).contains(N1);
        connection.send(answer);
        assertThat(connection.isEnded()).isTrue();
      }
    }
    assertThat(one.awaitRefusal(line)).startsWith(line);
    assertThat(one.refusals()).hasSize(1);
    assertThat(one.peer("n2").isOpen()).isFalse();
    two.acceptAndGreet().close();
    one.connected("n2"); // once the member is there
  }

  @Test
  void who_says_nothing_is_left_alone_and_tried_again() throws IOException {
    try (RawConnection silent = two.accept()) {
      silent.readGreeting();
      assertThat(silent.isEnded()).isTrue();
    }
    assertThat(one.awaitRefusal("said nothing"))
        .isEqualTo("not connected to n2 (" + N2.raftAddress() + "): it said nothing in time");
    two.accept().close();
  }

  @Test
  void what_comes_together_with_the_greeting_is_read() throws IOException {
    byte[] greeting = greeting(N2);
    byte[] alive = RawConnection.alive();
    try (RawConnection connection = two.accept()) {
      connection.readGreeting();
      connection.send(
          ByteBuffer.allocate(greeting.length + alive.length).put(greeting).put(alive).array());
      one.connected("n2");
      assertThat(connection.readFrame()).hasSize(Frame.HEAD_BYTES);
    }
    assertThat(one.refusals()).isEmpty();
  }

  @Test
  void who_was_found_is_known_until_nobody_answers() throws IOException {
    Identity other = TestIdentities.founded("other", MEMBERS).get(1);
    try (RawConnection connection = two.accept()) {
      connection.readGreeting();
      connection.send(greeting(other));
      assertThat(connection.isEnded()).isTrue();
    }
    try (RawConnection next = two.accept()) { // so the first one is over for the link
      assertThat(one.peer("n2").found()).contains(other);
      assertThat(one.link().objections())
          .containsExactly("n2 (" + N2.raftAddress() + ") belongs to cluster other, not to test");
      next.readGreeting();
    }
    try (RawConnection next = two.accept()) {
      assertThat(one.peer("n2").found()).isEmpty();
      assertThat(one.link().objections()).isEmpty();
      next.readGreeting();
    }
  }
}
