package io.tenure.node.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.codec.ByteWriter;
import io.tenure.codec.CodecException;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Command;
import io.tenure.kernel.Completion;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.node.raft.Forwarding.Fate;
import io.tenure.node.raft.Forwarding.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ForwardedBatchTest {

  private static final long NOW = 5_000;
  private static final Request RENEWAL =
      Request.of(new Command.Amend(new ClaimId(7), Ttl.ofSeconds(5), null));

  private final List<byte[]> replies = new ArrayList<>();

  private List<Submission> take(int level, byte[]... requests) {
    List<Item> items = Stream.of(requests).map(each -> new Item(each, true, 1_000)).toList();
    return new ForwardedBatch(items.size(), noAnswers(), replies::add)
        .submissions(items, level, NOW);
  }

  private static Completion noAnswers() {
    return new Completion(new NoArchive(), id -> Optional.empty());
  }

  private List<Fate> fates(int count) {
    return Forwarding.decodeEndings(replies.get(0), count).stream()
        .map(Forwarding.Ending::fate)
        .toList();
  }

  @Test
  void what_cannot_be_decoded_is_refused_and_never_proposed() {
    List<Submission> sound =
        take(Level.NEWEST, new byte[] {63}, RequestCodec.encode(RENEWAL), new byte[0]);

    assertThat(sound).hasSize(1);
    sound.get(0).notLeader();
    assertThat(fates(3)).containsExactly(Fate.REFUSED, Fate.NOT_LEADER, Fate.REFUSED);
  }

  @ParameterizedTest
  @MethodSource("leadersCommands")
  void what_only_a_leader_proposes_is_not_taken_from_another_node(Command command) {
    assertThat(take(Level.NEWEST, RequestCodec.encode(Request.of(command)))).isEmpty();
    assertThat(fates(1)).containsExactly(Fate.REFUSED);
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

    assertThat(take(Level.FIRST, delivered)).isEmpty();
    assertThat(take(Level.SECOND, delivered)).hasSize(1);
  }

  @Test
  void a_request_has_the_time_that_its_sender_has_left() {
    Submission submission = take(Level.NEWEST, RequestCodec.encode(RENEWAL)).get(0);

    long end = NOW + TimeUnit.MILLISECONDS.toNanos(1_000);
    assertThat(submission.isLate(end - 1)).isFalse();
    assertThat(submission.isLate(end)).isTrue();
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
    many.writeVarint(Forwarding.MAX_REQUESTS + 1L);
    many.writeRaw(new byte[2_000], 0, 2_000);
    assertThatThrownBy(() -> Forwarding.decodeItems(many.toByteArray()))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("too many");
  }
}
