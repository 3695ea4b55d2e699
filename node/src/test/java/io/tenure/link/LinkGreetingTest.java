package io.tenure.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Identity;
import io.tenure.node.identity.Run;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

/** Whoever connects to a node is let in, or told why not; the log tells it too. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class LinkGreetingTest {

  private static final int METHOD = 70;
  private static final List<Founder> MEMBERS = TestIdentities.members(3);
  private static final List<Identity> NODES = TestIdentities.founded("test", MEMBERS);
  private static final Identity N1 = NODES.get(0);
  private static final Identity N2 = NODES.get(1);

  private TestLink one;

  @BeforeEach
  void start() throws IOException {
    one = TestLink.echo(N1);
  }

  @AfterEach
  void close() {
    one.close();
  }

  private static Identity named(Identity identity, String node, String address) {
    return new Identity(
        identity.cluster(),
        identity.clusterId(),
        node,
        address,
        identity.incarnation(),
        identity.founders());
  }

  private static Identity withMembers(int count) {
    return Identity.configured("test", MEMBERS.get(1), MEMBERS.subList(0, count)).bootstrapped();
  }

  static Stream<Arguments> strangers() {
    return Stream.of(
        Arguments.of(
            TestIdentities.founded("other", MEMBERS).get(1),
            "node n2 belongs to cluster other, not to test"),
        Arguments.of(
            TestIdentities.founded("test", MEMBERS).get(1),
            "n2 (%s) belongs to another cluster of the same name: its id is"
                .formatted(N2.raftAddress())),
        Arguments.of(
            TestIdentities.bootstrapped("test", MEMBERS).get(1),
            "n2 (%s) has a new data directory".formatted(N2.raftAddress())),
        Arguments.of(
            withMembers(2),
            "n2 (%s) was bootstrapped with the members".formatted(N2.raftAddress())),
        Arguments.of(named(N2, "n9", N2.raftAddress()), "node n9 is not a member of cluster test"),
        Arguments.of(
            N1, "node n1 has the name of this node: two nodes have one name, or it called itself"),
        Arguments.of(
            named(N2, "n2", MEMBERS.get(2).raftAddress()),
            "n2 (%s) says that its address is %s"
                .formatted(N2.raftAddress(), MEMBERS.get(2).raftAddress())));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("strangers")
  void a_stranger_is_told_who_is_here_and_why_it_is_refused(Identity stranger, String reason)
      throws IOException {
    try (RawConnection connection = RawConnection.to(N1)) {
      connection.send(RawConnection.bytes(Greeting.from(stranger, Run.UNKNOWN)));
      Greeting answer = connection.readGreeting();

      assertThat(answer.sender()).contains(N1);
      assertThat(answer.refusal()).startsWith(reason);
      assertThat(connection.isEnded()).isTrue();
    }
    assertThat(one.refusals()).hasSize(1);
    assertThat(one.refusals().get(0)).startsWith("connection from 127.0.0.1 refused: " + reason);
  }

  /** It is no stranger, so there is nothing to complain of. */
  @Test
  void a_founder_that_has_not_heard_of_the_cluster_is_told_and_not_let_in() throws IOException {
    List<Identity> bootstrapped = TestIdentities.bootstrapped("test", MEMBERS);
    one.close();
    one = TestLink.echo(bootstrapped.get(0));
    try (RawConnection connection = RawConnection.to(N1)) {
      connection.send(RawConnection.bytes(Greeting.from(bootstrapped.get(1), Run.UNKNOWN)));
      Greeting answer = connection.readGreeting();

      assertThat(answer.sender()).contains(bootstrapped.get(0));
      assertThat(answer.refusal()).contains("has not begun yet");
      assertThat(connection.isEnded()).isTrue();
    }
    assertThat(one.refusals()).isEmpty();
  }

  static Stream<Arguments> otherVersions() {
    return Stream.of(Arguments.of(0, 0), Arguments.of(2, 3), Arguments.of(3, 2));
  }

  @ParameterizedTest
  @MethodSource("otherVersions")
  void who_speaks_no_version_of_ours_is_told_which_one_we_speak(int oldest, int newest)
      throws IOException {
    try (RawConnection connection = RawConnection.to(N1)) {
      connection.send(RawConnection.bytes(new Greeting(oldest, newest, Optional.of(N2), "")));
      Greeting answer = connection.readGreeting();

      String reason =
          "it speaks versions %d to %d of the protocol between nodes, and this node version 1"
              .formatted(oldest, newest);
      assertThat(answer.refusal()).isEqualTo(reason);
      assertThat(answer.sender()).isEmpty();
      assertThat(answer.oldest()).isEqualTo(1);
      assertThat(connection.isEnded()).isTrue();
      assertThat(one.refusals()).containsExactly("connection from 127.0.0.1 refused: " + reason);
    }
  }

  @Test
  void who_also_speaks_our_version_is_let_in() throws IOException {
    try (RawConnection connection = RawConnection.to(N1)) {
      connection.send(RawConnection.bytes(new Greeting(0, 5, Optional.of(N2), "")));
      assertThat(connection.readGreeting().isRefusal()).isFalse();
    }
  }

  @Test
  void who_does_not_say_its_name_is_refused() throws IOException {
    try (RawConnection connection = RawConnection.to(N1)) {
      connection.send(RawConnection.bytes(new Greeting(1, 1, Optional.empty(), "")));
      assertThat(connection.readGreeting().refusal()).isEqualTo("it did not say who it is");
      assertThat(connection.isEnded()).isTrue();
    }
  }

  static Stream<Arguments> noGreetings() {
    byte[] greeting = RawConnection.bytes(Greeting.from(N2, Run.UNKNOWN));
    byte[] otherMagic = greeting.clone();
    otherMagic[11]++;
    byte[] cut = greeting.clone();
    cut[3] -= 1;
    return Stream.of(
        Arguments.of(
            "an HTTP request",
            "GET / HTTP/1.1\r\nHost: n1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            "it is not a node of Tenure"),
        Arguments.of(
            "a TLS client hello",
            new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xFC, 3, 3, 1, 2, 3, 4},
            "it is not a node of Tenure"),
        Arguments.of(
            "a length that is too large", length(Greeting.MAX_BYTES + 1), "not a node of Tenure"),
        Arguments.of("the largest length of all", length(-1), "it is not a node of Tenure"),
        Arguments.of("nothing", length(0), "cut short"),
        Arguments.of("other bytes", RawConnection.alive(), "cut short"),
        Arguments.of("another protocol", otherMagic, "it is not a node of Tenure"),
        Arguments.of("a greeting that is cut short", cut, "cut short"));
  }

  private static byte[] length(int bytes) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(bytes).array();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("noGreetings")
  void what_is_no_greeting_ends_the_connection(String what, byte[] bytes, String reason)
      throws IOException {
    try (RawConnection connection = RawConnection.to(N1)) {
      connection.send(bytes);
      assertThat(connection.isEnded()).as(what).isTrue();
    }
    assertThat(one.awaitRefusal("connection from 127.0.0.1 refused: ")).contains(reason);
  }

  @Test
  void a_greeting_must_come_in_time_also_if_it_comes_piece_by_piece() throws IOException {
    one.close();
    one = new TestLink(N1, TestLink::echo, new LinkTimes(1_000, 300, 100, 2_000, 10, 100));
    try (RawConnection silent = RawConnection.to(N1);
        RawConnection slow = RawConnection.to(N1)) {
      slow.send(RawConnection.bytes(Greeting.from(N2, Run.UNKNOWN))[0]);
      assertThat(silent.isEnded()).isTrue();
      assertThat(slow.isEnded()).isTrue();
    }
    assertThat(one.refusals())
        .containsExactly("connection from 127.0.0.1 refused: it said nothing in time");
  }

  @Test
  void a_greeting_in_single_bytes_is_a_greeting() throws IOException {
    try (RawConnection connection = RawConnection.to(N1)) {
      for (byte each : RawConnection.bytes(Greeting.from(N2, Run.UNKNOWN))) {
        connection.send(each);
      }
      assertThat(connection.readGreeting().isRefusal()).isFalse();
    }
  }

  @Test
  void a_request_that_comes_together_with_the_greeting_is_answered() throws IOException {
    byte[] greeting = RawConnection.bytes(Greeting.from(N2, Run.UNKNOWN));
    byte[] request = RawConnection.request(METHOD, 1, new byte[] {7});
    try (RawConnection connection = RawConnection.to(N1)) {
      connection.send(
          ByteBuffer.allocate(greeting.length + request.length).put(greeting).put(request).array());
      assertThat(connection.readGreeting().isRefusal()).isFalse();
      assertThat(connection.readAnswer()).endsWith(7);
    }
  }

  @Test
  void who_was_refused_is_not_heard_again_and_takes_nobodys_place() throws IOException {
    byte[] wrong =
        RawConnection.bytes(Greeting.from(named(N2, "n9", N2.raftAddress()), Run.UNKNOWN));
    byte[] right = RawConnection.bytes(Greeting.from(N2, Run.UNKNOWN));
    try (RawConnection genuine = RawConnection.greeted(N1, N2);
        RawConnection connection = RawConnection.to(N1)) {
      connection.send(
          ByteBuffer.allocate(wrong.length + right.length).put(wrong).put(right).array());
      assertThat(connection.readGreeting().isRefusal()).isTrue();
      assertThat(connection.isEnded()).isTrue();

      genuine.send(RawConnection.request(METHOD, 1, new byte[] {7}));
      assertThat(genuine.readAnswer()).endsWith(7);
    }
  }

  @Test
  void three_hundred_who_say_nothing_do_not_keep_a_member_out() throws IOException {
    List<RawConnection> silent = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      silent.add(RawConnection.to(N1));
    }
    try (RawConnection member = RawConnection.greeted(N1, N2)) {
      member.send(RawConnection.request(METHOD, 1, new byte[] {7}));
      assertThat(member.readAnswer()).endsWith(7);
    }
    assertThat(silent.get(0).isEnded()).isTrue();
    assertThat(one.awaitRefusal("too many have not said who they are")).contains("127.0.0.1");
    for (RawConnection each : silent) {
      each.close();
    }
  }

  @Test
  void many_from_one_address_are_closed_before_the_first_of_another() throws IOException {
    List<RawConnection> silent = new ArrayList<>();
    try (RawConnection slow = RawConnection.to(N1)) {
      for (int i = 0; i < 300; i++) {
        silent.add(RawConnection.to(N1, "127.0.0.2"));
      }
      one.awaitRefusal("connection from 127.0.0.2 closed: too many");
      slow.send(RawConnection.bytes(Greeting.from(N2, Run.UNKNOWN)));
      assertThat(slow.readGreeting().isRefusal()).isFalse();
    }
    for (RawConnection each : silent) {
      each.close();
    }
  }

  @Test
  void who_is_refused_again_and_again_for_one_reason_gets_one_line() throws IOException {
    for (int i = 0; i < 50; i++) {
      try (RawConnection connection = RawConnection.to(N1)) {
        connection.send(length(-1));
        assertThat(connection.isEnded()).isTrue();
      }
    }
    assertThat(one.refusals()).hasSize(1);
  }

  @Test
  void a_name_without_end_is_not_logged_in_full() throws IOException {
    try (RawConnection connection = RawConnection.to(N1)) {
      connection.send(
          RawConnection.bytes(
              Greeting.from(named(N2, "n".repeat(10_000), N2.raftAddress()), Run.UNKNOWN)));
      assertThat(connection.readGreeting().refusal()).hasSizeLessThan(5_000);
    }
    assertThat(one.refusals()).allSatisfy(line -> assertThat(line).hasSizeLessThan(1_500));
  }
}
