package io.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.codec.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordBatchTest {

  @TempDir Path directory;

  @Test
  void rocksdb_reads_what_a_batch_holds() {
    try (Database database = Database.open(directory, Replica.TINY, true)) {
      RecordBatch batch = new RecordBatch(database);
      batch.put(Family.HEAD, text(""), text("first"));
      for (Family family : Family.values()) {
        for (int i = 0; i < 300; i++) {
          batch.put(family, i, text("v" + i));
          batch.put(family, text("k".repeat(i + 10)), text("x".repeat(i)));
        }
        batch.delete(family, 7);
        batch.delete(family, text("k".repeat(200)));
      }
      batch.put(Family.HEAD, text(""), text("last"));
      database.write(batch.toByteArray());

      assertThat(database.get(Family.HEAD, RecordKeys.HEAD)).hasValue(bytes("last"));
      for (Family family : Family.values()) {
        assertThat(database.get(family, RecordKeys.of(8))).hasValue(bytes("v8"));
        assertThat(database.get(family, bytes("k".repeat(309)))).hasValue(bytes("x".repeat(299)));
        assertThat(database.get(family, RecordKeys.of(7))).isEmpty();
        assertThat(database.get(family, bytes("k".repeat(200)))).isEmpty();
      }
    }
  }

  @Test
  void a_batch_can_be_used_again() {
    try (Database database = Database.open(directory, Replica.TINY, true)) {
      RecordBatch batch = new RecordBatch(database);
      for (int i = 0; i < 10_000; i++) {
        batch.put(Family.CLAIMS, i, text("x".repeat(500)));
      }
      database.write(batch.toByteArray());
      batch.clear();
      batch.delete(Family.CLAIMS, 0);
      database.write(batch.toByteArray());

      assertThat(database.get(Family.CLAIMS, RecordKeys.of(0))).isEmpty();
      assertThat(database.get(Family.CLAIMS, RecordKeys.of(9_999)))
          .hasValue(bytes("x".repeat(500)));
    }
  }

  private static ByteWriter text(String text) {
    ByteWriter bytes = new ByteWriter(0);
    bytes.writeRaw(bytes(text), 0, text.length());
    return bytes;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
