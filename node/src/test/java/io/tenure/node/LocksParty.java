package io.tenure.node;

import static io.tenure.node.HttpParty.json;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Speaks locks, which know no owners. A refresh restarts the time that was asked for first. */
record LocksParty(HttpParty http) implements Party {

  @Override
  public String dialect() {
    return "locks";
  }

  @Override
  public String resource(String name) {
    return "locks/" + name;
  }

  @Override
  public Optional<Hold> acquire(String name, String owner, Duration ttl) {
    String body = "{\"key\":\"" + name + "\",\"ttl\":" + ttl.toSeconds() + "}";
    HttpResponse<String> answer = http.send("POST", "/api/locks", body);
    return switch (answer.statusCode()) {
      case 200 -> Optional.of(new Locked(name, json(answer).path("generation").asLong()));
      case 423 -> Optional.empty();
      default -> throw HttpParty.unexpected(answer);
    };
  }

  private final class Locked implements Hold {
    private final String name;
    private long generation;

    Locked(String name, long generation) {
      this.name = name;
      this.generation = generation;
    }

    @Override
    public long token() {
      return generation;
    }

    @Override
    public Answer renew(Duration ttl) {
      HttpResponse<String> answer = send("PUT");
      if (answer.statusCode() == 200) {
        generation = json(answer).path("generation").asLong();
      }
      return told(answer);
    }

    @Override
    public Answer release() {
      return told(send("DELETE"));
    }

    private HttpResponse<String> send(String method) {
      return http.send(method, "/api/locks/" + name, "{\"generation\":" + generation + "}");
    }

    private Answer told(HttpResponse<String> answer) {
      return switch (answer.statusCode()) {
        case 200 -> Answer.DONE;
        case 404 -> Answer.NOT_HELD;
        case 412 -> Answer.NOT_YOURS;
        default -> throw HttpParty.unexpected(answer);
      };
    }

    @Override
    public Hold forged() {
      return new Locked(name, generation + 1_000_000);
    }
  }
}
