package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimFilter.Range;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.StateView;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.service.Consistency;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that changes what was written is noticed by whoever reads, and ends the node. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class CorruptRecordTest {

  private static final int CLAIMS = 20;

  @TempDir Path directory;
  private TestCluster cluster;
  private final List<ClaimId> ended = new ArrayList<>();

  @BeforeEach
  void endClaimsAndDamageTheirRecords() throws IOException {
    cluster = new TestCluster(directory, 1).start();
    Random chance = new Random(7);
    for (int i = 0; i < CLAIMS; i++) {
      byte[] incompressible = new byte[20_000];
      chance.nextBytes(incompressible);
      Granted granted = (Granted) cluster.submit("n1", acquire("r" + i, incompressible));
      ended.add(granted.claim().claim().id());
      cluster.submit("n1", new Amend(ended.get(i), null, ClaimStatus.RELEASED));
    }
    cluster.stop("n1"); // so that all of it is in files, and in no cache
    cluster.start();
    damageFiles();
    assertThat(cluster.halts()).isEmpty();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /** Inverts what is in the middle of the files, where the records are. */
  private void damageFiles() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(cluster.home("n1").resolve("state"))) {
      files = all.filter(file -> file.toString().endsWith(".sst")).toList();
    }
    for (Path file : files) {
      try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
        byte[] part = new byte[(int) (open.length() / 2)];
        open.seek(part.length / 4);
        open.readFully(part);
        for (int i = 0; i < part.length; i++) {
          part[i] = (byte) ~part[i];
        }
        open.seek(part.length / 4);
        open.write(part);
      }
    }
  }

  private <T> void haltsDuring(Function<ClaimId, CompletionStage<T>> question) {
    for (ClaimId claim : ended) {
      question.apply(claim).exceptionally(failure -> null).toCompletableFuture().join();
    }
    assertThat(cluster.halts())
        .isNotEmpty()
        .allSatisfy(reason -> assertThat(reason).startsWith("n1: the store cannot be read: "));
  }

  @Test
  void a_linearizable_read_that_finds_a_corrupt_record_stops_the_node() {
    haltsDuring(claim -> read(claim, Consistency.LINEARIZABLE));
  }

  @Test
  void a_local_read_that_finds_a_corrupt_record_stops_the_node() {
    haltsDuring(claim -> read(claim, Consistency.LOCAL));
  }

  @Test
  void a_list_that_finds_a_corrupt_record_stops_the_node() {
    ClaimFilter all =
        new ClaimFilter(new TreeSet<>(), Set.of(), Range.ANY, Range.ANY, Range.ANY, Range.ANY);
    ClaimListing.Window page = new ClaimListing.Window(new ClaimId(0), 0, 100);
    haltsDuring(
        claim -> cluster.leases("n1").list(all, page, Consistency.LINEARIZABLE, cluster.caller()));
  }

  @Test
  void a_write_whose_answer_needs_a_corrupt_record_stops_the_node() {
    haltsDuring(
        claim ->
            cluster
                .leases("n1")
                .submit(
                    Request.of(new Amend(claim, null, ClaimStatus.RELEASED)), cluster.caller()));
  }

  private CompletionStage<Object> read(ClaimId claim, Consistency consistency) {
    Function<StateView, Object> question = state -> state.claim(claim);
    return cluster.leases("n1").read(question, consistency, cluster.caller());
  }

  private static Acquire acquire(String resource, byte[] data) {
    return new Acquire(
        new ResourceKey(resource),
        Holder.ANONYMOUS,
        Ttl.ofSeconds(600),
        WhenHeld.QUEUE,
        UserData.of(data),
        "");
  }
}
