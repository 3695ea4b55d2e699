package io.tenure.client.runner;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.client.runner.LocketChannels.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LocketChannelsTest {

  @TempDir private Path directory;

  @Test
  void a_key_of_an_older_form_is_named_and_how_to_make_one_of_use() throws IOException {
    Path key =
        file(
            "client.key", "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");
    Path certificate = file("client.crt", "");

    assertThatThrownBy(() -> open(certificate, key))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("openssl pkcs8 -topk8 -nocrypt -in " + key);
  }

  @Test
  void a_missing_file_is_named() throws IOException {
    Path certificate = file("client.crt", "");

    assertThatThrownBy(() -> open(certificate, directory.resolve("missing.key")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("missing.key");
  }

  private void open(Path certificate, Path key) throws IOException {
    Identity identity = new Identity(certificate, certificate, key);
    LocketChannels.open(List.of("localhost:1"), Optional.of(identity));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }
}
