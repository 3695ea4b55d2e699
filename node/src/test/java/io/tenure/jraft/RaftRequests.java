package io.tenure.jraft;

import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.RaftOutter.EntryMeta;
import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.InstallSnapshotRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.ReadIndexRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.google.protobuf.ByteString;

/** Sound requests of Raft, from which tests make unsound ones. */
record RaftRequests(String group, String sender, String receiver, long term) {

  AppendEntriesRequest.Builder heartbeat() {
    return AppendEntriesRequest.newBuilder()
        .setGroupId(group)
        .setServerId(sender)
        .setPeerId(receiver)
        .setTerm(term)
        .setPrevLogIndex(0)
        .setPrevLogTerm(0)
        .setCommittedIndex(0);
  }

  EntryMeta.Builder entry(int bytes) {
    return EntryMeta.newBuilder()
        .setType(EntryType.ENTRY_TYPE_DATA)
        .setTerm(term)
        .setDataLen(bytes);
  }

  AppendEntriesRequest.Builder entries() {
    return heartbeat()
        .setPrevLogIndex(7)
        .setPrevLogTerm(1)
        .addEntries(entry(3))
        .addEntries(entry(0).setType(EntryType.ENTRY_TYPE_NO_OP))
        .addEntries(entry(0).setType(EntryType.ENTRY_TYPE_CONFIGURATION).addPeers(sender))
        .addEntries(entry(2))
        .setData(ByteString.copyFrom(new byte[5]));
  }

  RequestVoteRequest.Builder vote() {
    return RequestVoteRequest.newBuilder()
        .setGroupId(group)
        .setServerId(sender)
        .setPeerId(receiver)
        .setTerm(term)
        .setLastLogTerm(1)
        .setLastLogIndex(1)
        .setPreVote(false);
  }

  TimeoutNowRequest.Builder timeoutNow() {
    return TimeoutNowRequest.newBuilder()
        .setGroupId(group)
        .setServerId(sender)
        .setPeerId(receiver)
        .setTerm(term);
  }

  ReadIndexRequest.Builder readIndex() {
    return ReadIndexRequest.newBuilder()
        .setGroupId(group)
        .setServerId(sender)
        .setPeerId(receiver)
        .addEntries(ByteString.EMPTY);
  }

  InstallSnapshotRequest.Builder installSnapshot() {
    return InstallSnapshotRequest.newBuilder()
        .setGroupId(group)
        .setServerId(sender)
        .setPeerId(receiver)
        .setTerm(term)
        .setMeta(SnapshotMeta.newBuilder().setLastIncludedIndex(9).setLastIncludedTerm(1))
        .setUri("remote://" + sender + "/1");
  }

  GetFileRequest.Builder getFile() {
    return GetFileRequest.newBuilder()
        .setReaderId(1)
        .setFilename("state")
        .setOffset(0)
        .setCount(RaftTuning.FILE_PIECE_BYTES)
        .setReadPartly(true);
  }
}
