package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirectoryTest {
  private static final Identity N1 = new Identity("tenure", "n1", "127.0.0.1:7081", 0);

  @TempDir private Path root;

  private Path data() {
    return root.resolve("n1");
  }

  private void bootstrap(Identity identity) {
    try (DataDirectory directory = DataDirectory.open(data())) {
      assertThat(directory.hasIdentity()).isFalse();
      assertThat(directory.claim(identity, true)).isEqualTo(identity);
    }
  }

  private void refuses(Identity identity, boolean bootstrap, String why) {
    try (DataDirectory directory = DataDirectory.open(data())) {
      assertThatThrownBy(() -> directory.claim(identity, bootstrap))
          .isInstanceOf(StartupException.class)
          .hasMessageStartingWith("data directory " + data() + " ")
          .hasMessageContaining(why)
          .extracting(failure -> ((StartupException) failure).exitCode())
          .isEqualTo(ExitCode.IDENTITY);
    }
  }

  @Test
  void anEmptyDirectoryIsRefusedWithoutBootstrap() throws IOException {
    refuses(N1, false, "is empty. If the cluster is new, start with --bootstrap.");
    refuses(N1, false, "it has forgotten its votes, and acknowledged writes could be lost");
    assertThat(DataDirectory.isEmpty(data())).isTrue();
  }

  @Test
  void bootstrapWritesAnIdentityThatLaterStartsFind() throws IOException {
    bootstrap(N1);
    assertThat(Identity.parse(Files.readString(data().resolve("identity")))).contains(N1);
    assertThat(data().resolve("identity.new")).doesNotExist();
    assertThat(DataDirectory.isEmpty(data())).isFalse();
    for (boolean again : new boolean[] {false, true}) {
      try (DataDirectory directory = DataDirectory.open(data())) {
        assertThat(directory.hasIdentity()).isTrue();
        assertThat(directory.claim(N1, again)).isEqualTo(N1);
      }
    }
  }

  @Test
  void theDirectoryOfAnotherIsRefused() {
    bootstrap(N1);
    refuses(
        new Identity("tenure", "n2", "127.0.0.1:7082", 0), true, "belongs to node n1, not to n2");
    refuses(
        new Identity("other", "n1", "127.0.0.1:7081", 0),
        false,
        "belongs to cluster tenure, not to other");
    refuses(
        new Identity("tenure", "n1", "127.0.0.1:9999", 0),
        false,
        "belongs to n1 at 127.0.0.1:7081, which is now configured at 127.0.0.1:9999");
  }

  @Test
  void aDirectoryWithOtherThingsInItIsRefused() throws IOException {
    Files.createDirectories(data().resolve("raft"));
    refuses(N1, true, "is not empty and has no file 'identity'");
  }

  @Test
  void aDamagedIdentityIsRefused() throws IOException {
    for (String damaged :
        new String[] {"", "garbage", N1.print().substring(20), N1.print().replace("1", "2")}) {
      Files.createDirectories(data());
      Files.writeString(data().resolve("identity"), damaged);
      refuses(N1, true, "damaged or of another version");
    }
  }

  @Test
  void whatACrashLeftBehindWhileTheIdentityWasWrittenDoesNotMatter() throws IOException {
    Files.createDirectories(data());
    Files.writeString(data().resolve("identity.new"), "half of a");
    bootstrap(N1);
  }

  @Test
  void twoCannotUseOneDirectory() {
    try (DataDirectory first = DataDirectory.open(data())) {
      assertThat(first.path()).isEqualTo(data());
      assertThatThrownBy(() -> DataDirectory.open(data()))
          .hasMessage(
              "data directory "
                  + data()
                  + " is in use by process "
                  + ProcessHandle.current().pid()
                  + "; stop that one first, or give this node a directory of its own");
    }
    DataDirectory.open(data()).close();
  }

  @Test
  void aFileIsNoDirectory() throws IOException {
    Files.writeString(data(), "");
    assertThatThrownBy(() -> DataDirectory.open(data()))
        .hasMessage("data directory " + data() + " is a file, not a directory");
  }
}
