package io.tenure.gateway.auth;

import static io.tenure.gateway.auth.Findings.known;
import static io.tenure.gateway.auth.Findings.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.files.Reloaded;
import io.tenure.gateway.Finding;
import io.tenure.gateway.Principal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaticTokensTest {

  /** SHA-256 of {@code correct-horse}. */
  private static final String HASH = "sha256:" + hash("correct-horse");

  @TempDir private Path directory;

  private static String hash(String text) {
    TokenHash hash = TokenHash.of(text);
    return String.format(
        "%016x%016x%016x%016x", hash.first(), hash.second(), hash.third(), hash.fourth());
  }

  private Path file(String text) throws IOException {
    Path file = directory.resolve("tokens");
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  @Test
  void a_known_token_is_known_by_its_number_in_either_header() {
    StaticTokens tokens = StaticTokens.of(List.of("one", "zwei ü"));
    assertThat(known(tokens.find(ShownBy.of(ShownToken.HEADER, "one"))).name())
        .isEqualTo("token:1");
    assertThat(known(tokens.find(ShownBy.of(ShownToken.HEADER, "zwei ü"))).name())
        .isEqualTo("token:2");
    assertThat(known(tokens.find(ShownBy.of("authorization", "bearer  one"))).name())
        .isEqualTo("token:1");
  }

  @Test
  void anything_else_is_refused_and_nothing_is_nothing() {
    StaticTokens tokens = StaticTokens.of(List.of("one"));
    assertThat(tokens.find(ShownBy.of())).isEqualTo(Finding.NOTHING);
    for (String wrong : List.of("", "on", "onee", "ONE")) {
      assertThat(refused(tokens.find(ShownBy.of(ShownToken.HEADER, wrong))).status())
          .isEqualTo(401);
    }
    for (String wrong : List.of("Basic one", "Bearer ", "one")) {
      assertThat(refused(tokens.find(ShownBy.of("Authorization", wrong))).status()).isEqualTo(401);
    }
  }

  @Test
  void tokens_have_names_hashes_and_groups_or_are_bare() throws IOException {
    Path file = file("# ours\nplain-one\n\nci " + HASH + " groups=build,ops\nplain-two\n");
    Map<TokenHash, Principal> tokens = TokenFile.read(file);
    StaticTokens authenticator = new StaticTokens(() -> tokens);
    assertThat(known(authenticator.find(ShownBy.bearer("plain-one"))).name()).isEqualTo("token:1");
    assertThat(known(authenticator.find(ShownBy.bearer("plain-two"))).name()).isEqualTo("token:2");
    Principal ci = known(authenticator.find(ShownBy.bearer("correct-horse")));
    assertThat(ci.name()).isEqualTo("token:ci");
    assertThat(ci.groups()).containsExactlyInAnyOrder("build", "ops");
    assertThat(refused(authenticator.find(ShownBy.bearer(HASH))).status()).isEqualTo(401);
  }

  @Test
  void what_is_no_token_is_named_by_its_line_and_not_repeated() throws IOException {
    for (String wrong :
        List.of(
            "short",
            "ci sha256:12",
            "ci " + HASH + " groups=",
            "ci " + HASH + " more",
            "1ci " + HASH,
            "ci\n" + HASH + "\nci2 x")) {
      assertThatThrownBy(() -> TokenFile.read(file("long-enough\n" + wrong + "\n")))
          .isInstanceOf(IOException.class)
          .hasMessageMatching("line [234] is not a token; allowed: .*")
          .hasMessageNotContaining("short")
          .hasMessageNotContaining(HASH);
    }
    assertThatThrownBy(() -> TokenFile.read(file("ci " + HASH + "\nci sha256:" + "0".repeat(64))))
        .hasMessage("line 2 has a name that another line has");
    assertThatThrownBy(() -> TokenFile.read(file("ci " + HASH + "\ncorrect-horse")))
        .hasMessage("line 2 has a token that another line has");
    assertThatThrownBy(() -> TokenFile.read(file("# nothing\n")))
        .hasMessage("there is no token in it");
  }

  @Test
  void a_file_that_others_can_read_is_refused() throws IOException {
    Path file = file("long-enough\n");
    for (String mode : List.of("rw-r-----", "rw----r--")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
      assertThatThrownBy(() -> TokenFile.read(file)).hasMessageContaining("chmod 600 " + file);
    }
  }

  @Test
  void a_changed_file_is_read_and_a_bad_one_keeps_the_old_tokens() throws IOException {
    Path file = file("first-token\n");
    Reloaded<Map<TokenHash, Principal>> tokens =
        Reloaded.read("auth.tokens", List.of(file), () -> TokenFile.read(file));
    StaticTokens authenticator = new StaticTokens(tokens);
    assertThat(tokens.look()).isFalse();

    file("second-token-of-another-length\n");
    assertThat(tokens.look()).isTrue();
    known(authenticator.find(ShownBy.bearer("second-token-of-another-length")));
    refused(authenticator.find(ShownBy.bearer("first-token")));

    file("bad\n");
    assertThat(tokens.look()).isFalse();
    assertThat(tokens.refusal()).hasValueSatisfying(why -> assertThat(why).contains("line 1"));
    known(authenticator.find(ShownBy.bearer("second-token-of-another-length")));

    Files.delete(file);
    assertThat(tokens.look()).isFalse();
    known(authenticator.find(ShownBy.bearer("second-token-of-another-length")));
    file("third-token\n");
    assertThat(tokens.look()).isTrue();
    known(authenticator.find(ShownBy.bearer("third-token")));
  }
}
