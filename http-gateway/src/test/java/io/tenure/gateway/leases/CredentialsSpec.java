package io.tenure.gateway.leases;

import static io.tenure.gateway.leases.LeasesServer.as;
import static io.tenure.gateway.leases.LeasesServer.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import io.tenure.gateway.auth.ShownToken;
import io.tenure.gateway.auth.StaticTokens;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialsSpec {

  private static final String LEASE = "/v1/db/leases/master";

  private final LeasesServer server =
      new LeasesServer(StaticTokens.of(List.of("s3cret", "other")), LeasesOptions.DEFAULT);

  @Test
  void writes_need_credentials_and_reads_do_not() {
    for (String method : List.of("POST", "PUT", "DELETE")) {
      Answer none = server.send(as("a", method, LEASE));
      assertThat(none.status()).isEqualTo(401);
      assertThat(none.reason()).isEqualTo("Need Valid Credentials");
      assertThat(none.header("WWW-Authenticate")).isPresent();
      assertThat(none.header(Headers.IS_YOU)).contains("No");
      Answer wrong = server.send(as("a", method, LEASE).header(ShownToken.HEADER, "guess"));
      assertThat(wrong.status()).isEqualTo(401);
      assertThat(wrong.reason()).isEqualTo("Need Valid Credentials");
    }
    assertThat(server.send(as("a", "POST", LEASE).header(ShownToken.HEADER, "other")).status())
        .isEqualTo(201);
    assertThat(server.get(LEASE).status()).isEqualTo(200);
    assertThat(server.get("/v1/db/lease/list").status()).isEqualTo(200);
  }

  @Test
  void who_is_not_let_in_still_learns_about_the_lease() {
    server.send(as("a", "POST", LEASE).header("Authorization", "Bearer s3cret"));
    Answer none = server.send(as("b", "PUT", LEASE));
    assertThat(none.status()).isEqualTo(401);
    assertThat(none.header(Headers.CLIENT)).contains("a");
  }

  @Test
  void only_who_is_let_in_takes_a_node_out_of_rotation() {
    assertThat(server.send(FakeCall.of("POST", "/v1/health").body("out")).status()).isEqualTo(401);
    assertThat(server.get("/v1/health").status()).isEqualTo(200);
    FakeCall out = FakeCall.of("POST", "/v1/health/").header(ShownToken.HEADER, "s3cret");
    assertThat(text(server.send(out.body("out\n")))).isEqualTo("out of rotation");
    Answer gone = server.get("/v1/health");
    assertThat(gone.status()).isEqualTo(404);
    assertThat(gone.reason()).isEqualTo("Out of Rotation");
    assertThat(server.send(out.body("in")).status()).isEqualTo(200);
    assertThat(server.get("/v1/health").status()).isEqualTo(200);
    assertThat(server.get("/v1/health?x").status()).isEqualTo(400);
  }

  @Test
  void a_file_takes_a_node_out_of_rotation(@TempDir Path directory) throws Exception {
    Rotation rotation = new FileRotation(directory);
    assertThat(rotation.isIn()).isTrue();
    rotation.takeOut();
    rotation.takeOut();
    assertThat(directory.resolve("out-of-rotation")).exists();
    assertThat(new FileRotation(directory).isIn()).isFalse();
    rotation.putIn();
    rotation.putIn();
    assertThat(rotation.isIn()).isTrue();
    Files.createFile(directory.resolve("out-of-rotation"));
    assertThat(rotation.isIn()).isFalse();
  }
}
