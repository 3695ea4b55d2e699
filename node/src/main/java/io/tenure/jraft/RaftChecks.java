package io.tenure.jraft;

import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.RaftOutter.EntryMeta;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.alipay.sofa.jraft.storage.snapshot.Snapshot;
import com.google.protobuf.Message;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Whether a request of Raft may come from the node that sent it. JRaft believes whatever a message
 * says: in whose name it is, from where to fetch a snapshot, how long an entry is, and how far the
 * term has advanced, which it stores before it votes.
 */
final class RaftChecks {

  /** Far more elections than a cluster ever has while a member is away. */
  private static final long MAX_TERM_STEP = 1_000_000;

  /** Whom a request is for and from, in its own words. */
  private record Header(String group, String receiver, String sender, long term) {}

  private final String group;
  private final String self;
  private final LongSupplier term;

  /**
   * Makes checks for a member.
   *
   * @param self its address
   * @param term the term that it has stored last
   */
  RaftChecks(String group, String self, LongSupplier term) {
    this.group = group;
    this.self = self;
    this.term = term;
  }

  /** What is wrong with a request that came from a member, if anything is. */
  Optional<String> objection(Message request, String sender) {
    if (request instanceof GetFileRequest file) {
      return objectionToSize(file);
    }
    return objection(header(request), sender).or(() -> objectionToContent(request, sender));
  }

  private static Header header(Message request) {
    if (request instanceof AppendEntriesRequest append) {
      return new Header(
          append.getGroupId(), append.getPeerId(), append.getServerId(), append.getTerm());
    }
    if (request instanceof RequestVoteRequest vote) {
      return new Header(vote.getGroupId(), vote.getPeerId(), vote.getServerId(), vote.getTerm());
    }
    if (request instanceof InstallSnapshotRequest install) {
      return new Header(
          install.getGroupId(), install.getPeerId(), install.getServerId(), install.getTerm());
    }
    if (request instanceof TimeoutNowRequest now) {
      return new Header(now.getGroupId(), now.getPeerId(), now.getServerId(), now.getTerm());
    }
    ReadIndexRequest read = (ReadIndexRequest) request;
    return new Header(read.getGroupId(), read.getPeerId(), read.getServerId(), 0);
  }

  private Optional<String> objection(Header header, String sender) {
    if (!header.group().equals(group)) {
      return Optional.of("it is for the Raft group " + header.group());
    }
    if (!header.receiver().equals(self)) {
      return Optional.of("it is for " + header.receiver());
    }
    if (!header.sender().equals(sender)) {
      return Optional.of("it is in the name of " + header.sender());
    }
    return objectionToTerm(header.term());
  }

  /** Why a term that another node names cannot be, if so. */
  Optional<String> objectionToTerm(long named) {
    long known = term.getAsLong();
    return named < 0 || named > known + MAX_TERM_STEP
        ? Optional.of("its term is " + named + ", and this node's is " + known)
        : Optional.empty();
  }

  private static Optional<String> objectionToContent(Message request, String sender) {
    if (request instanceof AppendEntriesRequest append) {
      return objectionToEntries(append);
    }
    return request instanceof InstallSnapshotRequest install
        ? objectionToSource(install.getUri(), sender)
        : Optional.empty();
  }

  private static Optional<String> objectionToSource(String uri, String sender) {
    return uri.startsWith("remote://" + sender + "/")
        ? Optional.empty()
        : Optional.of("it offers a snapshot at another address: " + uri);
  }

  /**
   * JRaft allocates what an entry announces, commits up to an index that nobody has if the term in
   * front of it is 0, and does not answer in order any more after an entry that it cannot read.
   */
  private static Optional<String> objectionToEntries(AppendEntriesRequest append) {
    long index = append.getPrevLogIndex();
    if (index < 0 || (index == 0) != (append.getPrevLogTerm() == 0)) {
      return Optional.of(
          "there is no entry %d of term %d".formatted(index, append.getPrevLogTerm()));
    }
    long left = append.getData().size();
    for (EntryMeta entry : append.getEntriesList()) {
      long length = entry.getDataLen();
      if (length < 0 || length > left) {
        return Optional.of("an entry has %d bytes of %d".formatted(length, left));
      }
      left -= length;
      if (!isSound(entry, append.getTerm())) {
        return Optional.of("an entry is malformed");
      }
    }
    return left == 0 ? Optional.empty() : Optional.of(left + " bytes belong to no entry");
  }

  private static boolean isSound(EntryMeta entry, long term) {
    boolean hasMembers = entry.getPeersCount() > 0;
    return entry.getType() != EntryType.ENTRY_TYPE_UNKNOWN
        && hasMembers == (entry.getType() == EntryType.ENTRY_TYPE_CONFIGURATION)
        && entry.getTerm() > 0
        && entry.getTerm() <= term;
  }

  /** JRaft reads as much of a file as is asked for; only the list of files comes as a whole. */
  private static Optional<String> objectionToSize(GetFileRequest file) {
    boolean isList = file.getFilename().equals(Snapshot.JRAFT_SNAPSHOT_META_FILE);
    return isList || file.getCount() <= RaftTuning.FILE_PIECE_BYTES
        ? Optional.empty()
        : Optional.of("it asks for " + file.getCount() + " bytes at once");
  }
}
