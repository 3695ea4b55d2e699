package io.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimFilter.Range;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {

  private static final Settings SETTINGS = Workload.keeping(500, 60_000_000);

  @TempDir Path directory;

  private final List<LogEntry> log = new Workload(31, SETTINGS).entries(1200);
  private Path checkpoint;
  private Path behind;
  private Replica source;

  /** A store at entry 1000 with a checkpoint of it, and another at entry 100. */
  @BeforeEach
  void makeCheckpoint() {
    checkpoint = directory.resolve("checkpoint");
    behind = directory.resolve("behind");
    source = Replica.open(directory.resolve("source"));
    source.apply(log.subList(0, 1000), 10);
    source.store().checkpoint(checkpoint).seal();
    try (Replica replica = Replica.open(behind)) {
      replica.apply(log.subList(0, 100), 10);
    }
  }

  @AfterEach
  void closeSource() {
    source.close();
  }

  @Test
  void a_checkpoint_brings_another_store_to_its_entry() {
    Replica replica = Replica.open(behind);
    replica.install(checkpoint);
    assertThat(replica.store().appliedIndex()).isEqualTo(1000);
    assertThat(replica.table().digest()).isEqualTo(source.table().digest());

    source.apply(log, 10);
    replica.apply(log, 10);
    assertThat(replica.closeAndDump()).isEqualTo(source.closeAndDump());
  }

  @Test
  void an_installed_checkpoint_survives_a_restart_and_its_own_deletion() throws IOException {
    try (Replica replica = Replica.open(behind)) {
      replica.install(checkpoint);
    }
    Durable.deleteTree(checkpoint);
    try (Replica replica = Replica.open(behind)) {
      assertThat(replica.store().appliedIndex()).isEqualTo(1000);
      assertThat(replica.table().digest()).isEqualTo(source.table().digest());
    }
    assertThat(states()).hasSize(1);
  }

  @Test
  void a_checkpoint_shows_the_moment_it_was_made_even_if_sealed_later() {
    Checkpoint taken = source.store().checkpoint(directory.resolve("second"));
    source.apply(log, 10);
    taken.seal();
    Manifest manifest = Manifest.read(taken.directory());
    assertThat(manifest.appliedIndex()).isEqualTo(1000);
    try (Replica replica = Replica.open(behind)) {
      replica.install(taken.directory());
      assertThat(replica.table().digest()).isEqualTo(manifest.digest());
    }
  }

  @Test
  void checkpoints_can_be_installed_again_and_again() {
    try (Replica replica = Replica.open(behind)) {
      for (int i = 0; i < 3; i++) {
        replica.install(checkpoint);
        replica.apply(log, 50);
        assertThat(replica.store().appliedIndex()).isEqualTo(1200);
      }
    }
  }

  @Test
  void a_crash_before_the_switch_leaves_the_old_state() throws IOException {
    StateDirectory states = StateDirectory.open(behind);
    Path brought = states.bring(checkpoint, Manifest.read(checkpoint));
    assertOpensAt(100);
    assertThat(brought).doesNotExist();
  }

  @Test
  void a_crash_during_the_copy_leaves_the_old_state_and_does_not_hinder_the_next_try()
      throws IOException {
    StateDirectory states = StateDirectory.open(behind);
    Path brought = states.bring(checkpoint, Manifest.read(checkpoint));
    Files.delete(brought.resolve("CURRENT"));
    states.bring(checkpoint, Manifest.read(checkpoint));
    assertThat(brought.resolve("CURRENT")).exists();
    Files.delete(brought.resolve("CURRENT"));
    assertOpensAt(100);
    try (Replica replica = Replica.open(behind)) {
      replica.install(checkpoint);
    }
    assertOpensAt(1000);
  }

  @Test
  void a_crash_within_the_switch_leaves_the_old_state() throws IOException {
    StateDirectory states = StateDirectory.open(behind);
    Path brought = states.bring(checkpoint, Manifest.read(checkpoint));
    Files.writeString(behind.resolve("current.new"), brought.getFileName().toString());
    assertOpensAt(100);
  }

  @Test
  void a_crash_after_the_switch_leaves_the_new_state() throws IOException {
    StateDirectory states = StateDirectory.open(behind);
    states.switchTo(states.bring(checkpoint, Manifest.read(checkpoint)));
    assertThat(states()).hasSize(2);
    assertOpensAt(1000);
    assertThat(states()).hasSize(1);
  }

  @Test
  void a_damaged_checkpoint_is_refused_and_changes_nothing() throws IOException {
    try (Replica replica = Replica.open(behind)) {
      for (Manifest.Item item : Manifest.read(checkpoint).items()) {
        Path file = checkpoint.resolve(item.name());
        byte[] whole = Files.readAllBytes(file);
        if (whole.length == 0) {
          continue;
        }
        byte[] damaged = whole.clone();
        damaged[whole.length / 2] ^= 1;
        // A link to a file of the source must not be written through.
        Files.delete(file);
        Files.write(file, damaged);
        assertThatThrownBy(() -> replica.install(checkpoint))
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("corrupt checkpoint")
            .hasMessageContaining(item.name());
        Files.delete(file);
        assertThatThrownBy(() -> replica.install(checkpoint)).isInstanceOf(StoreException.class);
        Files.write(file, whole);
      }
      assertThat(replica.store().appliedIndex()).isEqualTo(100);
      replica.apply(log.subList(0, 110));
      replica.install(checkpoint);
      assertThat(replica.store().appliedIndex()).isEqualTo(1000);
    }
  }

  @Test
  void a_damaged_or_missing_manifest_is_refused() throws IOException {
    Path file = checkpoint.resolve(Manifest.FILE_NAME);
    String text = Files.readString(file);
    for (String damaged :
        List.of(
            "",
            text.substring(0, text.length() / 2),
            text.replace("applied 1000", "applied 1001"),
            text.replace("checkpoint 1", "checkpoint 2"))) {
      Files.writeString(file, damaged);
      assertThatThrownBy(() -> Manifest.read(checkpoint))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("damaged");
    }
    Files.delete(file);
    assertThatThrownBy(() -> Manifest.read(checkpoint))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("has no MANIFEST-TENURE");
  }

  @Test
  void a_cursor_ends_when_its_state_is_replaced() {
    ClaimFilter all =
        new ClaimFilter(new TreeSet<>(), Set.of(), Range.ANY, Range.ANY, Range.ANY, Range.ANY);
    try (Replica replica = Replica.open(behind);
        var cursor = replica.store().scan(all, ClaimId.NONE)) {
      replica.install(checkpoint);
      assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
    }
  }

  private void assertOpensAt(long index) {
    try (Replica replica = Replica.open(behind)) {
      assertThat(replica.store().appliedIndex()).isEqualTo(index);
    }
  }

  private List<Path> states() throws IOException {
    return Durable.list(behind).stream()
        .filter(path -> path.getFileName().toString().startsWith("state-"))
        .toList();
  }
}
