package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tenure.gateway.admin.AdminDialect;
import io.tenure.gateway.claims.ClaimsDialect;
import io.tenure.gateway.claims.ClaimsLimits;
import io.tenure.gateway.events.EventsDialect;
import io.tenure.gateway.events.EventsOptions;
import io.tenure.gateway.leases.LeaseHolders;
import io.tenure.gateway.leases.LeasesDialect;
import io.tenure.gateway.leases.LeasesOptions;
import io.tenure.gateway.leases.Rotation;
import io.tenure.gateway.locket.LocketHolders;
import io.tenure.gateway.locks.LockHolders;
import io.tenure.gateway.locks.LocksDialect;
import io.tenure.gateway.openapi.OpenApiDialect;
import io.tenure.gateway.renewals.RenewalsDialect;
import io.tenure.gateway.resources.ResourcesDialect;
import io.tenure.kernel.Outcome;
import io.tenure.service.LeaderChange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A gateway with all dialects of HTTP that show the state, before a kernel, without a network. */
public final class AllDialects implements WireTable.Server, AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration STEP = Duration.ofMillis(10);
  private static final int BODY_BYTES = 128 * 1024;

  private static final Rotation ALWAYS_IN =
      new Rotation() {
        @Override
        public boolean isIn() {
          return true;
        }

        @Override
        public void takeOut() {}

        @Override
        public void putIn() {}
      };

  private static final LeaderChange NO_MEMBERS =
      new LeaderChange() {
        @Override
        public List<String> members() {
          return List.of();
        }

        @Override
        public CompletionStage<Outcome> moveTo(String member) {
          throw new IllegalArgumentException(member);
        }
      };

  public final KernelLeases leases = new KernelLeases();
  public final MemoryFeed feed = new MemoryFeed(leases);
  public final EventsDialect events;
  public final Gateway gateway;

  public AllDialects() {
    this(Authenticator.NONE, EventsOptions.DEFAULT);
  }

  public AllDialects(Authenticator authenticator, EventsOptions options) {
    events = new EventsDialect(feed, options);
    List<Dialect> dialects =
        new ArrayList<>(
            List.of(
                new ClaimsDialect(leases, ClaimsLimits.DEFAULT),
                new LocksDialect(leases, BODY_BYTES),
                new ResourcesDialect(
                    leases, List.of(new LeaseHolders(), new LockHolders(), new LocketHolders())),
                new RenewalsDialect(leases, BODY_BYTES),
                events,
                new LeasesDialect(leases, LeasesOptions.DEFAULT, ALWAYS_IN),
                new AdminDialect(
                    Optional::empty, () -> "", caller -> new CompletableFuture<>(), NO_MEMBERS)));
    dialects.add(new OpenApiDialect(List.copyOf(dialects), "0-test"));
    gateway = new Gateway(dialects, authenticator, CallObserver.NONE);
  }

  public Answer send(FakeCall call) {
    CompletableFuture<Answer> answer = gateway.answer(call);
    assertThat(answer).as("answer at once").isDone();
    return answer.join();
  }

  /** Files a claim and returns its id. */
  public long file(String resource, double ttl) {
    String body = "{\"resource\": \"" + resource + "\", \"ttl\": " + ttl + "}";
    Answer answer = send(FakeCall.of("POST", "/v1/claims/").body(body));
    assertThat(answer.status()).isIn(201, 202);
    return json(answer).get("id").longValue();
  }

  public void release(long id) {
    String body = "{\"status\": \"released\"}";
    Answer answer = send(FakeCall.of("PATCH", "/v1/claims/" + id).body(body));
    assertThat(answer.status()).isEqualTo(204);
  }

  public JsonNode get(String uri) {
    Answer answer = send(FakeCall.of("GET", uri));
    assertThat(answer.status()).isEqualTo(200);
    return json(answer);
  }

  public static JsonNode json(Answer answer) {
    return json(new String(answer.body(), StandardCharsets.UTF_8));
  }

  public static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  @Override
  public Answer exchange(WireTable.Request request) {
    FakeCall call = FakeCall.of(request.method(), request.path()).body(request.body());
    for (Answer.Header header : request.headers()) {
      call = call.header(header.name(), header.value());
    }
    CompletableFuture<Answer> answer = gateway.answer(call);
    while (!answer.isDone()) {
      pass(STEP);
    }
    Answer given = answer.join();
    boolean bodiless = request.method().equals("HEAD") || given.status() == 204;
    return bodiless
        ? new Answer(given.status(), given.reason(), given.headers(), new byte[0])
        : given;
  }

  @Override
  public String origin() {
    return FakeCall.ORIGIN;
  }

  @Override
  public void pass(Duration time) {
    leases.pass(time);
  }

  @Override
  public void close() {
    events.close();
  }
}
