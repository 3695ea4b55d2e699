package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RaftChecksTest {

  private static final String SELF = "10.0.0.1:7081";
  private static final String SENDER = "10.0.0.2:7081";
  private static final String OTHER = "10.0.0.3:7081";
  private static final long TERM = 5;
  private static final RaftRequests SOUND = new RaftRequests("test", SENDER, SELF, TERM);

  private final RaftChecks checks = new RaftChecks("test", SELF, () -> TERM);

  static Stream<Message> sound() {
    return all(SOUND);
  }

  private static Stream<Message> all(RaftRequests requests) {
    return Stream.of(
        requests.heartbeat().build(),
        requests.heartbeat().setData(ByteString.EMPTY).build(), // a probe
        requests.entries().build(),
        requests.vote().build(),
        requests.timeoutNow().build(),
        requests.readIndex().build(),
        requests.installSnapshot().build());
  }

  @ParameterizedTest
  @MethodSource("sound")
  void what_a_member_sends_is_let_through(Message request) {
    assertThat(checks.objection(request, SENDER)).isEmpty();
  }

  static Stream<Message> inAnothersName() {
    return all(new RaftRequests("test", OTHER, SELF, TERM));
  }

  @ParameterizedTest
  @MethodSource("inAnothersName")
  void nobody_speaks_in_anothers_name(Message request) {
    assertThat(checks.objection(request, SENDER)).contains("it is in the name of " + OTHER);
  }

  static Stream<Message> toAnother() {
    return all(new RaftRequests("test", SENDER, OTHER, TERM));
  }

  @ParameterizedTest
  @MethodSource("toAnother")
  void what_is_for_another_node_is_refused(Message request) {
    assertThat(checks.objection(request, SENDER)).contains("it is for " + OTHER);
  }

  static Stream<Message> ofAnotherGroup() {
    return all(new RaftRequests("other", SENDER, SELF, TERM));
  }

  @ParameterizedTest
  @MethodSource("ofAnotherGroup")
  void what_is_for_another_group_is_refused(Message request) {
    assertThat(checks.objection(request, SENDER)).contains("it is for the Raft group other");
  }

  static Stream<Arguments> terms() {
    return Stream.of(
        Arguments.of(0L, true),
        Arguments.of(TERM + 1_000_000, true),
        Arguments.of(TERM + 1_000_001, false),
        Arguments.of(Long.MAX_VALUE, false),
        Arguments.of(Long.MIN_VALUE, false),
        Arguments.of(-1L, false));
  }

  @ParameterizedTest
  @MethodSource("terms")
  void a_term_is_neither_negative_nor_a_million_ahead(long term, boolean possible) {
    RaftRequests requests = new RaftRequests("test", SENDER, SELF, term);
    Stream.of(
            requests.heartbeat().build(),
            requests.vote().build(),
            requests.vote().setPreVote(true).build(),
            requests.timeoutNow().build(),
            requests.installSnapshot().build())
        .forEach(
            request ->
                assertThat(checks.objection(request, SENDER).isEmpty())
                    .as("%s", request)
                    .isEqualTo(possible));
  }

  static Stream<String> foreignSources() {
    return Stream.of(
        "remote://" + OTHER + "/1",
        "remote://" + SENDER + "0/1",
        "remote://" + SENDER,
        "http://" + SENDER + "/1",
        "");
  }

  @ParameterizedTest
  @MethodSource("foreignSources")
  void a_snapshot_is_fetched_from_its_sender_only(String uri) {
    assertThat(checks.objection(SOUND.installSnapshot().setUri(uri).build(), SENDER))
        .contains("it offers a snapshot at another address: " + uri);
  }

  static Stream<Arguments> unsoundEntries() {
    return Stream.of(
        Arguments.of(SOUND.entries().setPrevLogIndex(-1), "no entry -1"),
        Arguments.of(
            SOUND.heartbeat().setPrevLogIndex(1L << 62).setCommittedIndex(1L << 62),
            "no entry 4611686018427387904 of term 0"),
        Arguments.of(SOUND.entries().setPrevLogIndex(0), "no entry 0 of term 1"),
        Arguments.of(
            SOUND.entries().setEntries(0, SOUND.entry(Integer.MAX_VALUE)),
            "an entry has 2147483647 bytes of 5"),
        Arguments.of(
            SOUND.entries().setEntries(0, SOUND.entry(0).setDataLen(1L << 33)),
            "an entry has 8589934592 bytes of 5"),
        Arguments.of(SOUND.entries().setEntries(0, SOUND.entry(-1)), "an entry has -1 bytes of 5"),
        Arguments.of(SOUND.entries().clearData(), "an entry has 3 bytes of 0"),
        Arguments.of(
            SOUND.entries().setData(ByteString.copyFrom(new byte[6])),
            "1 bytes belong to no entry"),
        Arguments.of(
            SOUND.entries().setEntries(0, SOUND.entry(3).addPeers(SENDER)),
            "an entry is malformed"),
        Arguments.of(
            SOUND
                .entries()
                .setEntries(0, SOUND.entry(3).setType(EntryType.ENTRY_TYPE_CONFIGURATION)),
            "an entry is malformed"),
        Arguments.of(
            SOUND.entries().setEntries(0, SOUND.entry(3).setType(EntryType.ENTRY_TYPE_UNKNOWN)),
            "an entry is malformed"),
        Arguments.of(
            SOUND.entries().setEntries(0, SOUND.entry(3).setTerm(TERM + 1)),
            "an entry is malformed"),
        Arguments.of(
            SOUND.entries().setEntries(0, SOUND.entry(3).setTerm(0)), "an entry is malformed"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("unsoundEntries")
  void entries_are_as_they_say(AppendEntriesRequest.Builder request, String objection) {
    assertThat(checks.objection(request.build(), SENDER))
        .hasValueSatisfying(why -> assertThat(why).contains(objection));
  }

  @Test
  void a_file_is_read_in_small_pieces_and_only_the_list_of_files_at_once() {
    assertThat(checks.objection(SOUND.getFile().build(), SENDER)).isEmpty();
    assertThat(checks.objection(SOUND.getFile().setCount(Integer.MAX_VALUE).build(), SENDER))
        .contains("it asks for 2147483647 bytes at once");
    assertThat(
            checks.objection(
                SOUND
                    .getFile()
                    .setFilename("__raft_snapshot_meta")
                    .setCount(Integer.MAX_VALUE)
                    .build(),
                SENDER))
        .isEmpty();
  }
}
