package io.tenure.jraft;

import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.conf.ConfigurationEntry;
import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.storage.LogStorage;
import io.tenure.replication.LogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a member finds on its disk when it starts: its Raft log, its last snapshot and its state.
 * They were written one after another, so each may be ahead of the others, but never of another
 * history.
 *
 * @param members the raft addresses that the log or the snapshot names; none if nobody has led yet
 * @param log places in the log that can be compared with others; none if it is empty
 * @param begin the index at which the log begins, also if it is empty: what was before is cut off
 * @param snapshot the last entry that is in the snapshot
 */
record StoredHistory(
    Set<String> members, List<LogPosition> log, long begin, Optional<LogPosition> snapshot) {

  private static final String DO_NOT_START =
      ". The node must not start with this data: bring back a directory whose parts belong"
          + " together, or leave the node out: the others go on without it";

  static StoredHistory of(
      LogStorage log,
      ConfigurationManager configurations,
      Optional<StoredSnapshot> snapshot,
      LogPosition state) {
    return new StoredHistory(
        members(configurations.getLastConfiguration(), snapshot),
        positions(log, state.index()),
        log.getFirstLogIndex(),
        snapshot.map(StoredSnapshot::last));
  }

  private static Set<String> members(
      ConfigurationEntry configuration, Optional<StoredSnapshot> snapshot) {
    return configuration == null || configuration.isEmpty()
        ? snapshot.map(StoredSnapshot::members).orElse(Set.of())
        : addresses(configuration.getConf());
  }

  private static Set<String> addresses(Configuration configuration) {
    return configuration.getPeers().stream()
        .map(PeerId::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<LogPosition> positions(LogStorage log, long applied) {
    List<LogPosition> positions = new ArrayList<>();
    long first = log.getFirstLogIndex();
    long last = log.getLastLogIndex();
    for (long index : new long[] {first, applied, last}) {
      LogEntry entry = index >= first && index <= last ? log.getEntry(index) : null;
      if (entry != null) {
        positions.add(new LogPosition(index, entry.getId().getTerm()));
      }
    }
    return positions;
  }

  /** Why a member with this history must not start, if it must not. */
  Optional<String> objection(RaftSettings settings, LogPosition state) {
    Set<String> configured = new TreeSet<>();
    settings.members().forEach(each -> configured.add(RaftTuning.peer(each).toString()));
    if (!members.isEmpty() && !members.equals(configured)) {
      return Optional.of(
          "the Raft log in "
              + settings.directory()
              + " is of the members "
              + String.join(", ", members)
              + ", but the configuration file lists "
              + String.join(", ", configured)
              + ". Members cannot be changed in the file: start this node with the members that it"
              + " had");
    }
    return disagreement(state)
        .map(why -> "the parts of " + settings.directory() + " disagree: " + why + DO_NOT_START);
  }

  /**
   * Why a member that remembers its votes up to this term must not start, if it must not. A vote is
   * on the disk before any entry of its term, so a node that has entries of a later one has
   * forgotten votes, and could give a second one.
   */
  Optional<String> objectionToVotes(RaftSettings settings, LogPosition state, long votedTerm) {
    long newest = newestTerm(state);
    if (votedTerm >= newest) {
      return Optional.empty();
    }
    return Optional.of(
        "the parts of "
            + settings.directory()
            + " disagree: there are entries of term "
            + newest
            + ", but "
            + (votedTerm == 0
                ? "what this node voted for (in meta) is gone"
                : "what this node voted for (in meta) ends with term " + votedTerm)
            + DO_NOT_START);
  }

  private long newestTerm(LogPosition state) {
    return Stream.of(log.stream(), snapshot.stream(), Stream.of(state))
        .flatMap(positions -> positions)
        .mapToLong(LogPosition::term)
        .max()
        .orElse(0);
  }

  /** Why the parts of a directory are not of one history, if they are not. */
  Optional<String> disagreement(LogPosition state) {
    if (state.index() > 0 && log.isEmpty() && snapshot.isEmpty()) {
      return Optional.of("the state is at entry " + state.index() + ", but the Raft log is empty");
    }
    for (LogPosition each : log) {
      if (!each.agreesWith(state)) {
        return Optional.of("the state is at " + state + ", but the Raft log has " + each);
      }
    }
    return snapshot
        .filter(last -> !last.agreesWith(state))
        .map(last -> "the state is at " + state + ", but the snapshot has " + last)
        .or(this::gap);
  }

  /** JRaft begins with the snapshot, and would wait for ever for the entries in between. */
  private Optional<String> gap() {
    long needed = snapshot.map(LogPosition::index).orElse(0L) + 1;
    if (begin <= needed) {
      return Optional.empty();
    }
    String before =
        snapshot.map(last -> "the snapshot ends with " + last).orElse("there is no snapshot");
    return Optional.of("the Raft log begins with entry " + begin + ", but " + before);
  }
}
