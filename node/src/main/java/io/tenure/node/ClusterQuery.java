package io.tenure.node;

import io.tenure.gateway.admin.ClusterStatus;
import io.tenure.gateway.admin.ClusterStatus.Member;
import io.tenure.gateway.admin.ClusterStatus.Role;
import io.tenure.gateway.admin.ClusterStatus.State;
import io.tenure.gateway.admin.ClusterView;
import io.tenure.jraft.MemberStatus;
import io.tenure.jraft.RaftMember;
import io.tenure.jraft.RaftSettings;
import io.tenure.service.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks all members how they are, at once, and puts together what came back in time. */
final class ClusterQuery implements ClusterView {

  private static final long ANSWER_MILLIS = 500;

  private final RaftSettings settings;
  private final RaftMember member;

  ClusterQuery(RaftSettings settings, RaftMember member) {
    this.settings = settings;
    this.member = member;
  }

  /** What a member said, or null if it did not in time. */
  private record Reply(RaftSettings.Member from, @Nullable MemberStatus status) {}

  @Override
  public CompletionStage<ClusterStatus> status(Caller caller) {
    List<CompletableFuture<Reply>> asked = new ArrayList<>();
    for (RaftSettings.Member each : settings.members()) {
      asked.add(ask(each));
    }
    return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
        .thenApplyAsync(
            all -> summary(asked.stream().map(CompletableFuture::join).toList()), caller.home());
  }

  private CompletableFuture<Reply> ask(RaftSettings.Member each) {
    return member
        .statusOf(each, ANSWER_MILLIS)
        .completeOnTimeout(null, ANSWER_MILLIS, TimeUnit.MILLISECONDS)
        .handle((status, failure) -> new Reply(each, status));
  }

  private ClusterStatus summary(List<Reply> replies) {
    MemberStatus own = member.status();
    long furthest = 0;
    for (Reply reply : replies) {
      furthest = Math.max(furthest, reply.status() == null ? 0 : reply.status().committed());
    }
    List<Member> members = new ArrayList<>();
    for (Reply reply : replies) {
      members.add(describe(reply, furthest));
    }
    return new ClusterStatus(
        settings.group(),
        settings.self().id(),
        own.version(),
        leaderOf(own).orElse(null),
        own.term(),
        own.clusterMicros(),
        own.level(),
        members);
  }

  private Optional<String> leaderOf(MemberStatus own) {
    return settings.members().stream()
        .filter(each -> each.raftAddress().equals(own.leader()))
        .map(RaftSettings.Member::id)
        .findFirst();
  }

  private static Member describe(Reply reply, long furthest) {
    RaftSettings.Member from = reply.from();
    MemberStatus status = reply.status();
    if (status == null) {
      return new Member(from.id(), from.raftAddress(), from.httpUrl(), Role.UNREACHABLE, null);
    }
    SortedMap<Long, String> checkpoints = new TreeMap<>();
    status.digests().forEach((index, digest) -> checkpoints.put(index, hex(digest)));
    State state =
        new State(
            status.term(),
            status.applied(),
            status.committed(),
            Math.max(0, furthest - status.applied()),
            status.version(),
            status.newestLevel(),
            hex(status.digest()),
            checkpoints);
    Role role =
        status.leads() ? Role.LEADER : status.leader().isEmpty() ? Role.CANDIDATE : Role.FOLLOWER;
    return new Member(from.id(), from.raftAddress(), from.httpUrl(), role, state);
  }

  private static String hex(long digest) {
    return String.format("%016x", digest);
  }
}
