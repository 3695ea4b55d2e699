package io.tenure.cli.runner;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.cli.runner.LocketChannels.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LocketChannelsTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"RSA PRIVATE KEY", "EC PRIVATE KEY"})
  void a_key_of_an_older_form_is_named_and_how_to_make_one_of_use(String kind) throws IOException {
    Path key =
        file("client.key", "-----BEGIN " + kind + "-----\nAAAA\n-----END " + kind + "-----\n");

    assertThatThrownBy(() -> open(file("client.crt", ""), key))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("openssl pkcs8 -topk8 -nocrypt -in " + key);
  }

  @Test
  void files_of_no_use_are_named() throws IOException {
    Path key = file("client.key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");

    assertThatThrownBy(() -> open(file("client.crt", "no certificate"), key))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("client.crt")
        .hasMessageContaining("client.key")
        .hasMessageNotContaining("Identity[");
  }

  @Test
  void a_missing_file_is_named() throws IOException {
    Path certificate = file("client.crt", "");

    assertThatThrownBy(() -> open(certificate, directory.resolve("missing.key")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("there is no file ")
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
