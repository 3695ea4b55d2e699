package io.tenure.node;

import io.tenure.jraft.RaftMember;
import io.tenure.jraft.RaftSettings;
import io.tenure.jraft.RaftSettings.Member;
import io.tenure.service.LeaderChange;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Lets an operator choose the leader, by the names of the configuration. */
final class OperatorsChoice implements LeaderChange {

  private final RaftSettings settings;
  private final RaftMember member;

  OperatorsChoice(RaftSettings settings, RaftMember member) {
    this.settings = settings;
    this.member = member;
  }

  @Override
  public List<String> members() {
    return settings.members().stream().map(Member::id).toList();
  }

  @Override
  public CompletionStage<Outcome> moveTo(String name) {
    Member chosen =
        settings.members().stream()
            .filter(each -> each.id().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(name + " is not a member"));
    return member.handOverTo(chosen);
  }
}
