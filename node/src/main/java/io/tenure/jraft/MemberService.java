package io.tenure.jraft;

import io.tenure.link.IncomingCall;
import io.tenure.link.LinkService;

/** Answers all that other nodes ask of a member: Raft's requests and ours. */
final class MemberService implements LinkService {

  private final RaftService raft;
  private final PeerService ours;

  MemberService(RaftService raft, PeerService ours) {
    this.raft = raft;
    this.ours = ours;
  }

  @Override
  public void handle(IncomingCall call) {
    if (RaftMessages.isNumber(call.method())) {
      raft.handle(call);
    } else {
      ours.handle(call);
    }
  }
}
