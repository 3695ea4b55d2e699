package io.tenure.node.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Identity;
import io.tenure.store.LeaseStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BackupFileTest {

  private static final Founder N1 = Founder.of("n1", "127.0.0.1:7001");
  private static final Identity IDENTITY = Identity.configured("test", N1, List.of(N1));
  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

  @TempDir private Path root;
  private Path file;
  private byte[] whole = {};

  @BeforeEach
  void write() throws IOException {
    file = root.resolve("backup");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (LeaseStore store = LeaseStore.open(root.resolve("state"))) {
      new BackupWriter(IDENTITY, "1.2.3", bytes::writeBytes)
          .write(store.checkpoint(root.resolve("checkpoint")), NOW);
    }
    whole = bytes.toByteArray();
  }

  private BackupFile check(byte[] bytes) throws IOException {
    return BackupFile.check(Files.write(file, bytes));
  }

  @Test
  void a_backup_says_what_it_is_of_and_gives_every_file_back() throws IOException {
    BackupHead head = check(whole).head();
    assertThat(head.version()).isEqualTo("1.2.3");
    assertThat(head.members()).containsExactly("n1 127.0.0.1:7001");
    assertThat(head.taken()).isEqualTo(NOW);
    assertThat(head.place().index()).isZero();

    Path unpacked = Files.createDirectory(root.resolve("unpacked"));
    BackupFile.unpack(file, unpacked);
    for (BackupHead.Part part : head.files()) {
      assertThat(unpacked.resolve(part.name()))
          .hasSameBinaryContentAs(root.resolve("checkpoint").resolve(part.name()));
    }
    assertThat(head.files()).extracting(BackupHead.Part::name).contains("MANIFEST-TENURE");
  }

  @Test
  void a_backup_with_any_other_byte_is_refused() throws IOException {
    for (int i = 0; i < whole.length; i += 1 + whole.length / 300) {
      byte[] damaged = whole.clone();
      damaged[i] ^= 1;
      Files.write(file, damaged);
      assertThatThrownBy(() -> BackupFile.check(file)).isInstanceOf(BackupException.class);
    }
    byte[] longer = Arrays.copyOf(whole, whole.length + 1);
    Files.write(file, longer);
    assertThatThrownBy(() -> BackupFile.check(file)).hasMessageContaining("checksum is wrong");
  }

  @Test
  void a_backup_that_is_cut_short_is_refused() throws IOException {
    for (int i = 0; i < whole.length; i += 1 + whole.length / 300) {
      Files.write(file, Arrays.copyOf(whole, i));
      assertThatThrownBy(() -> BackupFile.check(file)).isInstanceOf(BackupException.class);
    }
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    assertThatThrownBy(() -> BackupFile.check(file)).hasMessageContaining("is cut short");
  }

  @Test
  void no_file_of_a_backup_is_written_anywhere_else() throws IOException {
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    for (String name : List.of("../OUTSIDE", "a/b", "..", "")) {
      byte[] other =
          text.replace("file = MANIFEST-TENURE ", "file = " + name + " ")
              .getBytes(StandardCharsets.ISO_8859_1);
      Files.write(file, other);
      assertThatThrownBy(() -> BackupFile.unpack(file, root.resolve("x")))
          .hasMessageContaining("not a backup of this version, or its head is damaged");
    }
  }
}
