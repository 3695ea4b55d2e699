package io.tenure.node;

import static io.tenure.node.HttpParty.json;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Speaks claims. Can name any resource, also those of other dialects. */
record ClaimsParty(HttpParty http) implements Party {

  @Override
  public String dialect() {
    return "claims";
  }

  @Override
  public String resource(String name) {
    return name;
  }

  @Override
  public Optional<Hold> acquire(String name, String owner, Duration ttl) {
    HttpResponse<String> filed = file(name, ttl, "");
    long id = json(filed).path("id").asLong();
    return switch (filed.statusCode()) {
      case 201 -> Optional.of(hold(filed));
      case 202 -> {
        end(id, "withdrawn");
        yield Optional.empty();
      }
      default -> throw HttpParty.unexpected(filed);
    };
  }

  /** Files a claim; waits for it as the header {@code Prefer} says, if it says anything. */
  HttpResponse<String> file(String resource, Duration ttl, String prefer) {
    String body = "{\"resource\":\"" + resource + "\",\"ttl\":" + seconds(ttl) + "}";
    return prefer.isEmpty()
        ? http.send("POST", "/v1/claims/", body)
        : http.send("POST", "/v1/claims/", body, "Prefer", prefer);
  }

  HttpResponse<String> show(long id) {
    return http.send("GET", "/v1/claims/" + id, "");
  }

  HttpResponse<String> end(long id, String status) {
    return http.send("PATCH", "/v1/claims/" + id, "{\"status\":\"" + status + "\"}");
  }

  Hold hold(HttpResponse<String> claim) {
    return new Claimed(json(claim).path("id").asLong(), json(claim).path("fencing_token").asLong());
  }

  private static double seconds(Duration ttl) {
    return ttl.toMillis() / 1000.0;
  }

  private final class Claimed implements Hold {
    private final long id;
    private final long token;

    Claimed(long id, long token) {
      this.id = id;
      this.token = token;
    }

    @Override
    public long token() {
      return token;
    }

    @Override
    public Answer renew(Duration ttl) {
      String body = "{\"ttl\":" + seconds(ttl) + "}";
      return told(http.send("PATCH", "/v1/claims/" + id, body));
    }

    @Override
    public Answer release() {
      return told(end(id, "released"));
    }

    private Answer told(HttpResponse<String> answer) {
      return switch (answer.statusCode()) {
        case 200, 204 -> Answer.DONE;
        case 400 -> Answer.NOT_HELD;
        case 404 -> Answer.NOT_YOURS;
        default -> throw HttpParty.unexpected(answer);
      };
    }

    @Override
    public Hold forged() {
      return new Claimed(id + 1_000_000, token);
    }
  }
}
