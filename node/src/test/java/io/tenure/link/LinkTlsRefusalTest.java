package io.tenure.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is logged of those with whom there is no TLS handshake. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class LinkTlsRefusalTest {

  @TempDir private Path directory;
  private final Identity own =
      TestIdentities.founded(TestPki.CLUSTER, TestIdentities.members(1)).get(0);
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private Link start() throws IOException {
    LinkTls tls = new TestPki(directory).node("n1");
    Link link =
        new Link(
            new Link.Options("127.0.0.1", TestIdentities.portOf(own), Optional.of(tls)),
            own,
            call -> {},
            TestLink.TIMES,
            new RefusalLog(System::nanoTime, lines::add));
    link.start();
    return link;
  }

  @Test
  void bytes_that_are_no_tls_are_not_repeated_and_logged_once_whatever_they_are()
      throws IOException {
    try (Link link = start()) {
      for (String words : List.of("GET / HTTP/1.1\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n")) {
        try (RawConnection stranger = RawConnection.to(own)) {
          stranger.send(words.getBytes(StandardCharsets.US_ASCII));
          assertThat(stranger.isEnded()).isTrue();
        }
      }
      assertThat(link.peers()).isEmpty();
    }
    assertThat(lines)
        .containsExactly(
            "connection from 127.0.0.1 refused: the TLS handshake failed: it does not speak TLS");
  }
}
