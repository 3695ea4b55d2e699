package io.tenure.chaos.workload;

import static io.tenure.chaos.workload.Client.asked;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.workload.Client.Subject;
import io.tenure.chaos.workload.HttpWire.Ask;
import io.tenure.chaos.workload.HttpWire.Reply;
import java.time.Duration;

/** The leases dialect; the proof is the version, which only its owner may show. */
final class LeasesCalls implements LockCalls {

  private static final String VERSION = "X-Quorum-Lease-Version";
  private static final String LENGTH = "X-Quorum-Lease-Length";

  private final Client client;
  private final Subject subject;
  private final String path;

  LeasesCalls(Client client, Subject subject) {
    this.client = client;
    this.subject = subject;
    this.path = "/v1/chaos/leases/" + subject.key();
  }

  @Override
  public Completed lock(long ttlSeconds) {
    Endpoint node = client.anyNode();
    Ask ask = ask("POST").with(LENGTH, Long.toString(ttlSeconds));
    return client.record(
        subject,
        "lock",
        asked(node, Field.TTL_MILLIS, ttlSeconds * 1000),
        () -> send(node, ask, Result.GRANTED, Result.HELD));
  }

  @Override
  public Completed renew(long token, long ttlSeconds) {
    Endpoint node = client.anyNode();
    Ask ask = proven("PUT", token).with(LENGTH, Long.toString(ttlSeconds));
    return client.record(
        subject,
        "renew",
        asked(node, Field.PROOF, token, Field.TTL_MILLIS, ttlSeconds * 1000),
        () -> send(node, ask, Result.RENEWED, Result.OTHER));
  }

  @Override
  public Completed release(long token) {
    Endpoint node = client.anyNode();
    return client.record(
        subject,
        "release",
        asked(node, Field.PROOF, token),
        () -> send(node, proven("DELETE", token), Result.ENDED, Result.OTHER));
  }

  @Override
  public Completed read() {
    Endpoint node = client.anyNode();
    return client.record(
        subject,
        "read",
        asked(node),
        () -> {
          Completed seen = send(node, ask("GET"), Result.SEEN, Result.ODD);
          return seen.is(Result.GONE) ? seen.with(Field.RESULT, Result.ABSENT) : seen;
        });
  }

  @Override
  public void cleanUp() {
    Completed seen = send(client.anyNode(), ask("GET"), Result.SEEN, Result.ODD);
    if (seen.is(Result.SEEN)) {
      Endpoint node = client.anyNode();
      long token = seen.number(Field.TOKEN).orElse(0);
      Ask ask = proven("DELETE", token).with("X-Quorum-Client-ID", seen.text(Field.OWNER));
      client.record(
          subject,
          "clean-up",
          asked(node, Field.PROOF, token),
          () -> send(node, ask, Result.ENDED, Result.OTHER));
    }
  }

  private Ask ask(String method) {
    return Ask.of(method, path, "").with("X-Quorum-Client-ID", "client-" + client.process());
  }

  private Ask proven(String method, long token) {
    return ask(method).with(VERSION, Long.toString(token));
  }

  private Completed send(Endpoint node, Ask ask, String success, String conflict) {
    return client.exchange(node, ask, Duration.ZERO, reply -> meaning(reply, success, conflict));
  }

  private static Completed meaning(Reply reply, String success, String conflict) {
    return switch (reply.status()) {
      case 200, 201, 202 ->
          Completed.ok(success)
              .with(Field.TOKEN, Long.parseLong(reply.header("x-quorum-lease-version")))
              .with(Field.OWNER, reply.header("x-quorum-client-id"));
      case 204 -> Completed.ok(success);
      case 403, 405, 409 -> Completed.ok(conflict);
      case 404 -> Completed.ok(Result.GONE);
      default -> Completed.ok(Result.ODD).with(Field.REASON, reply.text());
    };
  }
}
