package io.tenure.jraft;

import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.google.protobuf.Message;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whether a message of Raft may come from the node that sent it. JRaft believes whatever a message
 * says: in whose name it is, from where to fetch a snapshot, and how far the term has advanced,
 * which it stores before it votes.
 */
final class RaftChecks {

  /** Far more elections than a cluster ever has while a member is away. */
  private static final long MAX_TERM_STEP = 1_000_000;

  private final String group;
  private final LongSupplier term;

  /**
   * Makes checks for a member.
   *
   * @param term the term that it has stored last
   */
  RaftChecks(String group, LongSupplier term) {
    this.group = group;
    this.term = term;
  }

  /** What is wrong with a request that came from a member, if anything is. */
  Optional<String> objection(Message request, String sender) {
    if (request instanceof AppendEntriesRequest append) {
      return objection(append.getGroupId(), append.getServerId(), sender, append.getTerm());
    }
    if (request instanceof RequestVoteRequest vote) {
      return objection(vote.getGroupId(), vote.getServerId(), sender, vote.getTerm());
    }
    if (request instanceof TimeoutNowRequest now) {
      return objection(now.getGroupId(), now.getServerId(), sender, now.getTerm());
    }
    if (request instanceof ReadIndexRequest read) {
      return objection(read.getGroupId(), read.getServerId(), sender, 0);
    }
    if (request instanceof InstallSnapshotRequest install) {
      return objection(install.getGroupId(), install.getServerId(), sender, install.getTerm())
          .or(() -> objectionToSource(install.getUri(), sender));
    }
    return Optional.empty();
  }

  private Optional<String> objection(String ofGroup, String server, String sender, long ofTerm) {
    if (!ofGroup.equals(group)) {
      return Optional.of("it is for the Raft group " + ofGroup);
    }
    if (!server.equals(sender)) {
      return Optional.of("it is in the name of " + server);
    }
    long known = term.getAsLong();
    return ofTerm < 0 || ofTerm > known + MAX_TERM_STEP
        ? Optional.of("its term is " + ofTerm + ", and this node's is " + known)
        : Optional.empty();
  }

  private static Optional<String> objectionToSource(String uri, String sender) {
    return uri.startsWith("remote://" + sender + "/")
        ? Optional.empty()
        : Optional.of("it offers a snapshot at another address: " + uri);
  }
}
