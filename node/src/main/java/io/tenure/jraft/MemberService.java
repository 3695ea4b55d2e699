package io.tenure.jraft;

import static java.util.Objects.requireNonNull;

import io.tenure.link.IncomingCall;
import io.tenure.link.LinkService;
import org.jspecify.annotations.Nullable;

/** Answers all that other nodes ask of a member: Raft's requests and ours. */
final class MemberService implements LinkService {

  private final RaftService raft;
  private @Nullable PeerService ours;

  MemberService(RaftService raft) {
    this.raft = raft;
  }

  /** Before the link starts. */
  void use(PeerService service) {
    ours = service;
  }

  @Override
  public void handle(IncomingCall call) {
    if (RaftMessages.isNumber(call.method())) {
      raft.handle(call);
    } else {
      requireNonNull(ours).handle(call);
    }
  }
}
