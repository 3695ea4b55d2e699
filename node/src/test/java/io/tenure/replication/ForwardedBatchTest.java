package io.tenure.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.codec.ByteWriter;
import io.tenure.codec.CodecException;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Command;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.replication.Forwarding.Ending;
import io.tenure.replication.Forwarding.Fate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ForwardedBatchTest {

  static final long NOW = 5_000;
  private static final Request RENEWAL =
      Request.of(new Command.Amend(new ClaimId(7), Ttl.ofSeconds(5), null));

  private final List<List<Ending>> replies = new ArrayList<>();

  private static byte[] message(byte[]... requests) {
    List<Submission> submissions = new ArrayList<>();
    for (byte[] request : requests) {
      submissions.add(new AnyBytes(request));
    }
    return Forwarding.encodeItems(submissions, NOW);
  }

  private ForwardedBatch read(byte[]... requests) {
    return ForwardedBatch.read(message(requests), replies::add);
  }

  private List<Fate> fates() {
    return replies.get(0).stream().map(Ending::fate).toList();
  }

  @Test
  void what_cannot_be_decoded_is_refused_and_never_proposed() {
    List<Submission> sound =
        read(new byte[] {63}, RequestCodec.encode(RENEWAL), new byte[0])
            .submissions(Level.NEWEST, NOW);

    assertThat(sound).hasSize(1);
    sound.get(0).notLeader();
    assertThat(fates()).containsExactly(Fate.REFUSED, Fate.NOT_LEADER, Fate.REFUSED);
  }

  @ParameterizedTest
  @MethodSource("leadersCommands")
  void what_only_a_leader_proposes_is_not_taken_from_another_node(Command command) {
    assertThat(read(RequestCodec.encode(Request.of(command))).submissions(Level.NEWEST, NOW))
        .isEmpty();
    assertThat(fates()).containsExactly(Fate.REFUSED);
  }

  static Stream<Command> leadersCommands() {
    return Stream.of(
        new Command.Tick(),
        new Command.Configure(Settings.DEFAULT),
        new Command.RaiseEpoch(),
        new Command.RaiseLevel(Level.NEWEST));
  }

  @Test
  void what_the_cluster_cannot_read_yet_is_refused() {
    byte[] delivered = RequestCodec.encode(RENEWAL.deliveredAs(new DeliveryId(1, 2)));

    assertThat(read(delivered).submissions(Level.FIRST, NOW)).isEmpty();
    assertThat(read(delivered).submissions(Level.SECOND, NOW)).hasSize(1);
  }

  @Test
  void a_request_has_the_time_that_its_sender_has_left() {
    Submission submission =
        read(RequestCodec.encode(RENEWAL)).submissions(Level.NEWEST, NOW).get(0);

    long end = NOW + TimeUnit.SECONDS.toNanos(1);
    assertThat(submission.isLate(end - 1)).isFalse();
    assertThat(submission.isLate(end)).isTrue();
  }

  @Test
  void who_does_not_lead_says_so_and_judges_no_request_by_a_level_that_may_be_old() {
    TestMember node = new TestMember();
    node.follows(1, "bob");

    node.member.forwarded(read(new byte[] {63}, RequestCodec.encode(RENEWAL)), node.nanos);

    assertThat(fates()).containsExactly(Fate.NOT_LEADER, Fate.NOT_LEADER);
  }

  @Test
  void each_request_gets_its_own_ending_when_all_have_theirs() {
    TestMember node = new TestMember();
    node.leads(1);
    node.member.forwarded(
        read(RequestCodec.encode(RENEWAL), new byte[] {63}, RequestCodec.encode(RENEWAL)),
        node.nanos);
    node.step();
    Batch entry = node.effects.proposed.remove().batch();
    assertThat(replies).isEmpty();

    List<io.tenure.kernel.Result> results = new ArrayList<>();
    results.add(TestMember.DONE);
    results.add(null); // it is finished later
    node.member.applied(entry, results, node.nanos);
    assertThat(replies).isEmpty();
    node.member.unanswerable(entry.submissions().get(1), "its first answer is forgotten");

    assertThat(fates()).containsExactly(Fate.APPLIED, Fate.REFUSED, Fate.UNKNOWN);
  }

  @Test
  void no_length_that_a_peer_sends_is_allocated_for_before_it_is_checked() {
    ByteWriter huge = new ByteWriter(16);
    huge.writeByte(1);
    huge.writeVarint(1);
    huge.writeBoolean(true);
    huge.writeVarint(1_000);
    huge.writeVarint(Integer.MAX_VALUE);
    assertThatThrownBy(() -> Forwarding.decodeItems(huge.toByteArray()))
        .isInstanceOf(CodecException.class);

    ByteWriter many = new ByteWriter(2_000);
    many.writeByte(1);
    many.writeVarint(Outbox.MAX_REQUESTS + 1L);
    many.writeRaw(new byte[2_000], 0, 2_000);
    assertThatThrownBy(() -> Forwarding.decodeItems(many.toByteArray()))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("too many");
  }

  /** Nobody would ever be told of its end. */
  @Test
  void a_batch_of_no_requests_is_not_read() {
    assertThatThrownBy(this::read)
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("no forwarded requests");
  }

  /** It would not fit into a message to a follower, and so nothing would be committed any more. */
  @Test
  void a_request_that_is_larger_than_any_client_may_send_is_refused() {
    Command wish =
        new Command.Acquire(
            new ResourceKey("a"),
            Holder.ANONYMOUS,
            Ttl.ofSeconds(5),
            Command.WhenHeld.QUEUE,
            UserData.of(new byte[3 * 1024 * 1024]),
            "");

    assertThat(read(RequestCodec.encode(Request.of(wish))).submissions(Level.NEWEST, NOW))
        .isEmpty();
    assertThat(fates()).containsExactly(Fate.REFUSED);
  }
}
