package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.codec.v2.LogEntryV2CodecFactory;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import com.alipay.sofa.jraft.storage.impl.RocksDBLogStorage;
import io.tenure.jraft.log.SegmentLogStorage;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes go on with the log that an older version has left in RocksDB. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OlderLogTest {

  private static final int CLAIMS = 30;

  @TempDir Path directory;
  private TestCluster cluster;

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void a_cluster_goes_on_with_the_log_of_an_older_version() throws IOException {
    cluster = new TestCluster(directory, 3).start();
    claim("before");
    cluster.ids().forEach(cluster::stop);
    for (String id : cluster.ids()) {
      moveBack(RaftTuning.logDirectory(cluster.home(id)));
    }

    cluster.start();
    claim("after");

    cluster.awaitEqualStates();
    assertThat(cluster.member("n1").gauges().liveClaims()).isEqualTo(2 * CLAIMS);
    assertThat(cluster.halts()).isEmpty();
  }

  private void claim(String prefix) {
    for (int i = 0; i < CLAIMS; i++) {
      cluster.submit(
          "n1",
          new Acquire(
              new ResourceKey(prefix + i),
              Holder.ANONYMOUS,
              Ttl.ofSeconds(600),
              WhenHeld.QUEUE,
              UserData.NONE,
              ""));
    }
  }

  /** Makes the log what an older version would have left. */
  private static void moveBack(Path log) throws IOException {
    List<LogEntry> entries = new ArrayList<>();
    LogStorage now = opened(new SegmentLogStorage(log));
    for (long index = now.getFirstLogIndex(); index <= now.getLastLogIndex(); index++) {
      entries.add(now.getEntry(index));
    }
    now.shutdown();
    try (Stream<Path> files = Files.list(log)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    LogStorage before = opened(new RocksDBLogStorage(log.toString(), new RaftOptions()));
    assertThat(before.appendEntries(entries)).isEqualTo(entries.size());
    before.shutdown();
  }

  private static LogStorage opened(LogStorage storage) {
    LogStorageOptions options = new LogStorageOptions();
    options.setGroupId("test");
    options.setConfigurationManager(new ConfigurationManager());
    options.setLogEntryCodecFactory(LogEntryV2CodecFactory.getInstance());
    assertThat(storage.init(options)).isTrue();
    return storage;
  }
}
