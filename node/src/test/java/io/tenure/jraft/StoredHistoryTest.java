package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.jraft.RaftSettings.Member;
import io.tenure.jraft.RaftSettings.Times;
import io.tenure.kernel.Settings;
import io.tenure.replication.LogPosition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A node whose log, snapshot and state do not belong together does not start. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StoredHistoryTest {

  private static final Member N1 = new Member("n1", "10.0.0.1:7081", "http://10.0.0.1:8081");
  private static final Member N2 = new Member("n2", "10.0.0.2:7081", "http://10.0.0.2:8081");
  private static final Set<String> MEMBERS = Set.of(N1.raftAddress(), N2.raftAddress());
  private static final LogPosition NOTHING = new LogPosition(0, 0);

  private static Optional<String> objection(StoredHistory history, LogPosition state) {
    return history.objection(settings(), state);
  }

  private static RaftSettings settings() {
    Duration second = Duration.ofSeconds(1);
    Times times = new Times(second, second, second, second, second, 1);
    return new RaftSettings(
        "test", N1, List.of(N1, N2), "", Path.of("data"), times, 1, Settings.DEFAULT);
  }

  private static Optional<String> objectionToVotes(
      StoredHistory history, LogPosition state, long votedTerm) {
    return history.objectionToVotes(settings(), state, votedTerm);
  }

  private static StoredHistory log(LogPosition... positions) {
    return new StoredHistory(MEMBERS, List.of(positions), begin(positions), Optional.empty());
  }

  private static StoredHistory logBehind(LogPosition snapshot, LogPosition... positions) {
    return new StoredHistory(MEMBERS, List.of(positions), begin(positions), Optional.of(snapshot));
  }

  private static long begin(LogPosition... positions) {
    return positions.length == 0 ? 1 : positions[0].index();
  }

  private static LogPosition at(long index, long term) {
    return new LogPosition(index, term);
  }

  @Test
  void a_node_that_never_started_has_nothing_to_disagree_about() {
    StoredHistory nothing = new StoredHistory(Set.of(), List.of(), 1, Optional.empty());
    assertThat(objection(nothing, NOTHING)).isEmpty();
  }

  @Test
  void members_of_log_and_file_must_be_the_same() {
    StoredHistory alone =
        new StoredHistory(Set.of(N1.raftAddress()), List.of(at(1, 1)), 1, Optional.empty());
    assertThat(objection(alone, NOTHING))
        .contains(
            "the Raft log in data is of the members 10.0.0.1:7081, but the configuration file"
                + " lists 10.0.0.1:7081, 10.0.0.2:7081. Members cannot be changed in the file:"
                + " start this node with the members that it had");
  }

  @Test
  void a_state_without_its_log_is_refused() {
    assertThat(objection(log(), at(7, 2)))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("the state is at entry 7, but the Raft log is empty")
                    .contains("must not start"));
    assertThat(objection(log(), at(7, 0))).isPresent();
  }

  @Test
  void a_log_of_another_history_than_the_state_is_refused() {
    assertThat(objection(log(at(1, 1), at(7, 3), at(9, 3)), at(7, 2)))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains(
                        "the state is at entry 7 of term 2, but the Raft log has entry 7 of term"
                            + " 3"));
    assertThat(objection(log(at(1, 3), at(5, 3)), at(7, 2))).isPresent();
    assertThat(objection(log(at(9, 1), at(12, 1)), at(7, 2))).isPresent();
  }

  @Test
  void a_snapshot_of_another_history_than_the_state_is_refused() {
    StoredHistory history = new StoredHistory(MEMBERS, List.of(), 1, Optional.of(at(7, 3)));
    assertThat(objection(history, at(7, 2)))
        .hasValueSatisfying(why -> assertThat(why).contains("but the snapshot has"));
    assertThat(objection(history, at(7, 3))).isEmpty();
  }

  @Test
  void log_and_state_may_each_be_ahead_of_the_other() {
    assertThat(objection(log(at(1, 1), at(7, 2), at(9, 4)), at(7, 2))).isEmpty();
    assertThat(objection(log(at(1, 1), at(5, 2)), at(7, 2))).isEmpty();
    assertThat(objection(logBehind(at(8, 2), at(9, 2), at(12, 2)), at(7, 2))).isEmpty();
  }

  @Test
  void a_state_of_version_010_has_no_term_and_is_believed() {
    assertThat(objection(log(at(1, 1), at(7, 3)), at(7, 0))).isEmpty();
  }

  @Test
  void a_node_that_has_forgotten_its_votes_is_refused() {
    assertThat(objectionToVotes(log(at(1, 1), at(9, 4)), at(7, 2), 0))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("there are entries of term 4, but what this node voted for")
                    .contains("is gone")
                    .contains("must not start"));
    assertThat(objectionToVotes(log(at(1, 1), at(9, 4)), at(7, 2), 3)).isPresent();
    assertThat(objectionToVotes(log(), at(7, 2), 1)).isPresent();
    StoredHistory snapshot = new StoredHistory(MEMBERS, List.of(), 1, Optional.of(at(7, 3)));
    assertThat(objectionToVotes(snapshot, at(7, 3), 2)).isPresent();
  }

  @Test
  void a_node_may_have_voted_in_terms_of_which_it_has_no_entry() {
    assertThat(objectionToVotes(log(at(1, 1), at(9, 4)), at(7, 2), 4)).isEmpty();
    assertThat(objectionToVotes(log(at(1, 1)), NOTHING, 12)).isEmpty();
    assertThat(objectionToVotes(log(), NOTHING, 0)).isEmpty();
  }

  @Test
  void entries_that_are_missing_between_snapshot_and_log_are_refused_at_once() {
    assertThat(objection(logBehind(at(124, 1), at(155, 1), at(160, 1)), at(154, 1)))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains(
                        "the Raft log begins with entry 155, but the snapshot ends with entry 124")
                    .contains("must not start"));
    StoredHistory cut = new StoredHistory(MEMBERS, List.of(), 155, Optional.of(at(124, 1)));
    assertThat(objection(cut, at(154, 1))).isPresent();
    assertThat(objection(log(at(155, 1)), NOTHING))
        .hasValueSatisfying(why -> assertThat(why).contains("there is no snapshot"));
    assertThat(objection(logBehind(at(154, 1), at(155, 1)), at(154, 1))).isEmpty();
    assertThat(objection(logBehind(at(154, 1), at(100, 1), at(120, 1)), at(110, 1))).isEmpty();
    assertThat(objection(log(at(1, 1)), NOTHING)).isEmpty();
  }
}
