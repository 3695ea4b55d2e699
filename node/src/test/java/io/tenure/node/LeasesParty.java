package io.tenure.node;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Speaks leases. */
record LeasesParty(HttpParty http) implements Party {

  @Override
  public String dialect() {
    return "leases";
  }

  @Override
  public String resource(String name) {
    return "leases/db//" + name;
  }

  @Override
  public Optional<Hold> acquire(String name, String owner, Duration ttl) {
    String length = Double.toString(ttl.toMillis() / 1000.0);
    HttpResponse<String> answer = send("POST", name, owner, "X-Quorum-Lease-Length", length);
    return switch (answer.statusCode()) {
      case 201 -> Optional.of(new Leased(name, owner, answer));
      case 409 -> Optional.empty();
      default -> throw HttpParty.unexpected(answer);
    };
  }

  private HttpResponse<String> send(
      String method, String name, String owner, String header, String value) {
    return http.send(
        method, "/v1/db/leases/" + name, "", "X-Quorum-Client-ID", owner, header, value);
  }

  private final class Leased implements Hold {
    private final String name;
    private final String owner;
    private final long token;
    private String version;

    Leased(String name, String owner, HttpResponse<String> answer) {
      this.name = name;
      this.owner = owner;
      this.token = Long.parseLong(header(answer, "X-Quorum-Fencing-Token"));
      this.version = header(answer, "X-Quorum-Lease-Version");
    }

    private static String header(HttpResponse<String> answer, String header) {
      return answer.headers().firstValue(header).orElseThrow();
    }

    private Leased(Leased right) {
      this.name = right.name;
      this.owner = right.owner;
      this.token = right.token;
      this.version = right.version + "1";
    }

    @Override
    public long token() {
      return token;
    }

    @Override
    public Answer renew(Duration ttl) {
      String length = Double.toString(ttl.toMillis() / 1000.0);
      HttpResponse<String> answer =
          http.send(
              "PUT",
              "/v1/db/leases/" + name,
              "",
              "X-Quorum-Client-ID",
              owner,
              "X-Quorum-Lease-Version",
              version,
              "X-Quorum-Lease-Length",
              length);
      if (answer.statusCode() == 202) {
        version = header(answer, "X-Quorum-Lease-Version");
      }
      return told(answer);
    }

    @Override
    public Answer release() {
      return told(send("DELETE", name, owner, "X-Quorum-Lease-Version", version));
    }

    private Answer told(HttpResponse<String> answer) {
      return switch (answer.statusCode()) {
        case 202, 204 -> Answer.DONE;
        case 404 -> Answer.NOT_HELD;
        case 403, 409 -> Answer.NOT_YOURS;
        default -> throw HttpParty.unexpected(answer);
      };
    }

    @Override
    public Hold forged() {
      return new Leased(this);
    }
  }
}
