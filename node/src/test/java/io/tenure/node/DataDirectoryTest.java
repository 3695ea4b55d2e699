package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.jraft.MemberLog;
import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Founding;
import io.tenure.node.identity.Identity;
import io.tenure.node.identity.IdentityText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirectoryTest {
  private static final Founder F1 = Founder.of("n1", "127.0.0.1:7081");
  private static final Founder F2 = Founder.of("n2", "127.0.0.1:7082");
  private static final Identity N1 = Identity.configured("tenure", F1, List.of(F1));
  private static final Identity N1_OF_TWO = Identity.configured("tenure", F1, List.of(F1, F2));

  /** Exactly what version 0.1.0 wrote. */
  private static final String FIRST_FORMAT =
      """
      # To whom this directory belongs. Written once; never edit it, nor copy it to another node.
      format = 1
      cluster = tenure
      node = n1
      raft-address = 127.0.0.1:7081
      incarnation = 0
      """;

  @TempDir private Path root;

  private Path data() {
    return root.resolve("n1");
  }

  private Identity bootstrap(Identity configured) {
    try (DataDirectory directory = DataDirectory.open(data())) {
      return directory.claim(configured, true);
    }
  }

  /** As after the first start of a cluster of one node. */
  private Identity found(Identity configured) {
    Identity founded = new Founding(bootstrap(configured)).identity();
    try (DataDirectory directory = DataDirectory.open(data())) {
      directory.found(founded);
    }
    return founded;
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

  private String stored() throws IOException {
    return Files.readString(data().resolve("identity"));
  }

  private void store(String text) throws IOException {
    Files.createDirectories(data());
    Files.writeString(data().resolve("identity"), text);
  }

  @Test
  void anEmptyDirectoryIsRefusedWithoutBootstrap() throws IOException {
    refuses(N1, false, "is empty. If the cluster is new, run `tenure bootstrap` once.");
    refuses(N1, false, "it has forgotten its votes, and acknowledged writes could be lost");
    assertThat(DataDirectory.isEmpty(data())).isTrue();
  }

  @Test
  void bootstrapWritesAnIdentityThatLaterStartsFind() throws IOException {
    Identity written = bootstrap(N1);
    assertThat(IdentityText.parse(stored())).contains(written);
    assertThat(written.nonceOf("n1")).isPresent();
    assertThat(data().resolve("identity.new")).doesNotExist();
    assertThat(DataDirectory.isEmpty(data())).isFalse();
    assertThat(bootstrap(N1)).isEqualTo(written);
    try (DataDirectory directory = DataDirectory.open(data())) {
      assertThat(directory.claim(N1, false)).isEqualTo(written);
    }
  }

  @Test
  void aDirectoryIsBootstrappedOnlyOnce() {
    found(N1);
    try (DataDirectory directory = DataDirectory.open(data())) {
      assertThatThrownBy(() -> directory.bootstrap(N1))
          .hasMessageContaining("is bootstrapped already: it belongs to node n1");
    }
  }

  @Test
  void theDirectoryOfAnotherIsRefused() {
    found(N1);
    refuses(Identity.configured("tenure", F2, List.of(F2)), true, "belongs to node n1, not to n2");
    refuses(
        Identity.configured("other", F1, List.of(F1)),
        false,
        "belongs to cluster tenure, not to other");
    Founder moved = Founder.of("n1", "127.0.0.1:9999");
    refuses(
        Identity.configured("tenure", moved, List.of(moved)),
        false,
        "belongs to n1 at 127.0.0.1:7081, which is now configured at 127.0.0.1:9999");
  }

  @Test
  void aNodeIsNotStartedWithOtherMembersThanItWasFoundedWith() throws IOException {
    Identity founded = found(N1);
    for (boolean bootstrap : new boolean[] {false, true}) {
      refuses(
          N1_OF_TWO,
          bootstrap,
          "was founded with the members n1 (127.0.0.1:7081), but the configuration file lists n1"
              + " (127.0.0.1:7081), n2 (127.0.0.1:7082). Members cannot be changed in the file.");
    }
    assertThat(IdentityText.parse(stored())).contains(founded);
  }

  @Test
  void aWrongFileCanBeMendedBeforeTheClusterHasBegun() {
    Identity first = bootstrap(N1_OF_TWO);
    refuses(N1, false, "Its cluster has not begun, so nothing is lost");
    Identity second = bootstrap(N1);
    assertThat(second.members()).isEqualTo(N1.members());
    assertThat(second.nonceOf("n1")).isNotEqualTo(first.nonceOf("n1"));
  }

  @Test
  void aDirectoryOfVersion010IsAdoptedWithItsMembersWhenTheNodeHasStarted() throws IOException {
    store(FIRST_FORMAT);
    MemberLog.makeIn(data());
    try (DataDirectory directory = DataDirectory.open(data())) {
      Identity adopted = directory.claim(N1_OF_TWO, false);
      assertThat(adopted.isFounded()).isTrue();
      assertThat(adopted.members()).isEqualTo(N1_OF_TWO.members());
      assertThat(stored()).isEqualTo(FIRST_FORMAT); // the log may still object to the members

      directory.keep(adopted);
      assertThat(directory.claim(N1_OF_TWO, false)).isEqualTo(adopted);
    }
    refuses(N1, false, "was founded with the members");
  }

  @Test
  void membersOfACluster010ComeToTheSameId() {
    Identity n1 = IdentityText.parse(FIRST_FORMAT).orElseThrow().adopted(N1_OF_TWO);
    Identity n2 =
        IdentityText.parse(FIRST_FORMAT.replace("n1", "n2").replace("7081", "7082"))
            .orElseThrow()
            .adopted(Identity.configured("tenure", F2, List.of(F2, F1)));
    assertThat(n1.clusterId()).isPresent().isEqualTo(n2.clusterId());
  }

  @Test
  void aFirstStartOfVersion010ThatWasInterruptedCanBeBootstrappedAgain() throws IOException {
    store(FIRST_FORMAT);
    assertThat(bootstrap(N1).nonceOf("n1")).isPresent();
  }

  @Test
  void aDirectoryWithOtherThingsInItIsRefused() throws IOException {
    Files.createDirectories(data().resolve("raft"));
    refuses(N1, true, "is not empty and has no file 'identity'");
    refuses(N1, false, "is not empty and has no file 'identity'");
  }

  @Test
  void aDamagedIdentityIsRefused() throws IOException {
    String good = IdentityText.print(N1_OF_TWO.bootstrapped());
    for (String damaged :
        new String[] {
          "",
          "garbage",
          good.substring(20),
          good.replace("format = 2", "format = 3"),
          good.replace("n2 127", "n2  127"),
          good.substring(0, good.length() - 1),
          good.substring(0, good.indexOf("founder = n2"))
              + "founder = n2 127.0.0.1:7082 0123456789abcdeg0123456789abcdef\n",
          FIRST_FORMAT.replace("format = 1", "format = 2")
        }) {
      store(damaged);
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
