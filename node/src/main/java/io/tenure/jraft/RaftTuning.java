package io.tenure.jraft;

import com.alipay.sofa.jraft.StateMachine;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.option.ReadOnlyOption;
import java.nio.file.Path;

/** Our settings in JRaft's words, and the values of its own options that we chose by measuring. */
final class RaftTuning {

  private static final int RPC_TIMEOUT_MILLIS = 5_000;
  private static final int MEGABYTE = 1024 * 1024;

  /** How much of a snapshot's file is asked for at once. */
  static final int FILE_PIECE_BYTES = MEGABYTE;

  private RaftTuning() {}

  static PeerId peer(RaftSettings.Member member) {
    return peer(member.raftAddress());
  }

  static PeerId peer(String raftAddress) {
    PeerId peer = new PeerId();
    if (!peer.parse(raftAddress)) {
      throw new IllegalArgumentException("not an address: " + raftAddress);
    }
    return peer;
  }

  static Path logDirectory(Path directory) {
    return directory.resolve("log");
  }

  static Path snapshotDirectory(Path directory) {
    return directory.resolve("snapshot");
  }

  static Path votesDirectory(Path directory) {
    return directory.resolve("meta");
  }

  static NodeOptions nodeOptions(
      RaftSettings settings, StateMachine stateMachine, LinkRpcFactory.Options options) {
    Path directory = settings.directory();
    options.setFsm(stateMachine);
    options.setInitialConf(members(settings));
    options.setLogUri(logDirectory(directory).toString());
    options.setRaftMetaUri(votesDirectory(directory).toString());
    options.setSnapshotUri(snapshotDirectory(directory).toString());
    options.setElectionTimeoutMs((int) settings.times().electionTimeout().toMillis());
    options.setSnapshotIntervalSecs(0); // SnapshotTrigger asks for them
    options.setCatchupMargin(1_000);
    options.setRpcDefaultTimeout(RPC_TIMEOUT_MILLIS);
    options.setEnableMetrics(false);
    options.setRaftOptions(raftOptions(settings));
    return options;
  }

  private static Configuration members(RaftSettings settings) {
    Configuration members = new Configuration();
    settings.members().forEach(member -> members.addPeer(peer(member)));
    return members;
  }

  private static RaftOptions raftOptions(RaftSettings settings) {
    RaftOptions options = new RaftOptions();
    options.setSync(true); // of votes; the log is always synced
    options.setMaxElectionDelayMs((int) settings.times().electionJitter().toMillis());
    options.setApplyBatch(128);
    options.setMaxAppendBufferSize(MEGABYTE);
    options.setMaxByteCountPerRpc(FILE_PIECE_BYTES);
    options.setMaxLogsInMemoryBytes(128L * MEGABYTE);
    options.setOpenStatistics(false);
    options.setEnableLogEntryChecksum(true);
    options.setReadOnlyOptions(ReadOnlyOption.ReadOnlySafe);
    options.setMaxReadIndexLag(10_000);
    options.setStepDownWhenVoteTimedout(true);
    return options;
  }
}
