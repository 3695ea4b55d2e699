package io.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.codec.ByteWriter;
import io.tenure.codec.ClaimCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged store is never opened as if it were an older or an empty one. */
class CorruptionTest {

  @TempDir Path directory;

  private Path state;

  @BeforeEach
  void fillStore() {
    try (Replica replica = Replica.open(directory)) {
      replica.apply(new Workload(41, Workload.keeping(500, 60_000_000)).entries(500), 10);
    }
    state = StateDirectory.open(directory).path();
  }

  @Test
  void a_damaged_table_file_is_noticed() throws IOException {
    int noticed = 0;
    List<Path> tables = tables();
    for (Path table : tables) {
      byte[] whole = Files.readAllBytes(table);
      byte[] damaged = whole.clone();
      for (int i = 0; i < damaged.length / 2; i++) {
        damaged[i] ^= 0x55;
      }
      Files.write(table, damaged);
      assertRefused("");
      noticed++;
      Files.write(table, whole);
    }
    assertThat(noticed).isGreaterThanOrEqualTo(Family.values().length - 1);
    Replica.open(directory).close();
  }

  @Test
  void a_missing_or_shortened_table_file_is_noticed() throws IOException {
    Path table = tables().get(0);
    byte[] whole = Files.readAllBytes(table);
    Files.write(table, Arrays.copyOf(whole, whole.length - 1));
    assertRefused("");
    Files.delete(table);
    assertRefused("");
  }

  @Test
  void a_missing_list_of_tables_is_noticed() throws IOException {
    Files.delete(state.resolve("CURRENT"));
    assertRefused("cannot open the store");
  }

  @Test
  void a_missing_pointer_does_not_look_like_an_empty_store() throws IOException {
    Files.delete(directory.resolve("current"));
    assertRefused("current is missing");
  }

  @Test
  void a_pointer_to_nowhere_is_noticed() throws IOException {
    Files.writeString(directory.resolve("current"), "state-9\n");
    assertRefused("names no state: state-9");
  }

  @Test
  void an_unknown_format_is_refused() {
    try (Database database = Database.open(state, Replica.TINY, false)) {
      RecordBatch batch = new RecordBatch(database);
      var head = new ByteWriter(1);
      head.writeByte(99);
      head.writeVarint(1);
      batch.put(Family.HEAD, new ByteWriter(0), head);
      database.write(batch.toByteArray());
    }
    assertRefused("unknown format version of head: 99");
  }

  @Test
  void a_lost_claim_is_noticed() {
    try (Database database = Database.open(state, Replica.TINY, false);
        Walk claims = database.walk(Family.CLAIMS)) {
      claims.toFirst();
      while (ClaimCodec.statusOf(claims.value()).isFinal()) {
        claims.forth();
      }
      RecordBatch batch = new RecordBatch(database);
      batch.delete(Family.CLAIMS, RecordKeys.number(claims.key()));
      database.write(batch.toByteArray());
    }
    assertRefused("corrupt store: the table of entry 500 has digest");
  }

  @Test
  void a_store_that_is_open_is_not_opened_again() {
    try (Replica replica = Replica.open(directory)) {
      assertRefused("cannot open the store");
      assertThat(replica.store().appliedIndex()).isEqualTo(500);
    }
  }

  private void assertRefused(String why) {
    assertThatThrownBy(() -> openAndReadAll())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(why);
  }

  private void openAndReadAll() {
    try (LeaseStore store = LeaseStore.open(directory, Replica.TINY)) {
      store.load();
    }
    try (Database database = Database.open(state, Replica.TINY, false)) {
      for (Family family : Family.values()) {
        try (Walk walk = database.walk(family)) {
          walk.toFirst();
          while (walk.isThere()) {
            walk.forth();
          }
        }
      }
    }
  }

  private List<Path> tables() throws IOException {
    return Durable.list(state).stream().filter(path -> path.toString().endsWith(".sst")).toList();
  }
}
