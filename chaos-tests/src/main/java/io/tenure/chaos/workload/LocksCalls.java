package io.tenure.chaos.workload;

import static io.tenure.chaos.workload.Client.asked;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.workload.Client.Subject;
import io.tenure.chaos.workload.HttpWire.Ask;
import io.tenure.chaos.workload.HttpWire.Reply;
import java.time.Duration;

/** The locks dialect; the proof is the generation. */
final class LocksCalls implements LockCalls {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LOCKS = "/api/locks";

  private final Client client;
  private final Subject subject;
  private final String path;

  LocksCalls(Client client, Subject subject) {
    this.client = client;
    this.subject = subject;
    this.path = LOCKS + "/" + subject.key();
  }

  @Override
  public Completed lock(long ttlSeconds) {
    Endpoint node = client.anyNode();
    String body = "{\"key\": \"" + subject.key() + "\", \"ttl\": " + ttlSeconds + "}";
    return client.record(
        subject,
        "lock",
        asked(node, Field.TTL_MILLIS, ttlSeconds * 1000),
        () -> send(node, Ask.of("POST", LOCKS, body), Result.GRANTED));
  }

  /** The dialect starts the ttl of the grant anew, so that must be the one that is given here. */
  @Override
  public Completed renew(long token, long ttlSeconds) {
    Endpoint node = client.anyNode();
    return client.record(
        subject,
        "renew",
        asked(node, Field.PROOF, token, Field.TTL_MILLIS, ttlSeconds * 1000),
        () -> send(node, Ask.of("PUT", path, proof(token)), Result.RENEWED));
  }

  @Override
  public Completed release(long token) {
    return release("release", token);
  }

  @Override
  public Completed read() {
    Endpoint node = client.anyNode();
    return client.record(
        subject,
        "read",
        asked(node),
        () -> {
          Completed seen = send(node, Ask.of("GET", path, ""), Result.SEEN);
          return seen.is(Result.GONE) ? seen.with(Field.RESULT, Result.ABSENT) : seen;
        });
  }

  @Override
  public void cleanUp() {
    Completed seen = send(client.anyNode(), Ask.of("GET", path, ""), Result.SEEN);
    seen.number(Field.TOKEN).ifPresent(token -> release("clean-up", token));
  }

  private Completed release(String action, long token) {
    Endpoint node = client.anyNode();
    return client.record(
        subject,
        action,
        asked(node, Field.PROOF, token),
        () -> send(node, Ask.of("DELETE", path, proof(token)), Result.ENDED));
  }

  private Completed send(Endpoint node, Ask ask, String result) {
    return client.exchange(node, ask, Duration.ZERO, reply -> meaning(reply, result));
  }

  private static Completed meaning(Reply reply, String result) {
    return switch (reply.status()) {
      case 200 -> generation(reply, Completed.ok(result));
      case 404 -> Completed.ok(Result.GONE);
      case 412 -> Completed.ok(Result.OTHER);
      case 423 -> Completed.ok(Result.HELD);
      default -> Completed.ok(Result.ODD).with(Field.REASON, reply.text());
    };
  }

  private static Completed generation(Reply reply, Completed completed) {
    if (!reply.header("content-type").startsWith("application/json")) {
      return completed;
    }
    try {
      return completed.with(Field.TOKEN, JSON.readTree(reply.text()).path("generation").asLong());
    } catch (JsonProcessingException notJson) {
      return Completed.ok(Result.ODD).with(Field.REASON, reply.text());
    }
  }

  private static String proof(long token) {
    return "{\"generation\": " + token + "}";
  }
}
