package io.tenure.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.ConnectionSettings;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.HttpTransport;
import io.tenure.client.transport.Json;
import io.tenure.client.transport.NoAnswer;
import io.tenure.client.transport.Retries;
import io.tenure.client.transport.SendResult;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The calls of the claims API, one for one. Each is repeated until there is a final answer or its
 * patience is over; what must be done once under one key. Futures fail with a {@link
 * TenureException}. For claims that are renewed by themselves see {@link LockManager}.
 */
public final class ClaimsApi implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration HEALTH_PATIENCE = Duration.ofSeconds(2);
  private static final Pattern NEXT =
      Pattern.compile("<(?:https?://[^/>]+)?([^>]+)>; *rel=\"next\"");

  private final ConnectionSettings connection;
  private final HttpTransport transport;
  private final Retries retries;

  private ClaimsApi(ConnectionSettings connection, HttpTransport transport, Duration patience) {
    this.connection = connection;
    this.transport = transport;
    this.retries = new Retries(transport, patience, false);
  }

  /** With a patience of five seconds. */
  public static ClaimsApi open(ConnectionSettings connection) {
    return new ClaimsApi(connection, HttpTransport.open(connection), PATIENCE);
  }

  /** The same, except for how long a call is repeated while no node gives a final answer. */
  public ClaimsApi withPatience(Duration longest) {
    return new ClaimsApi(connection, transport, longest);
  }

  /**
   * Files a claim.
   *
   * @param userData JSON text
   * @param wait how long the answer may wait for the claim to become active
   */
  public CompletableFuture<ClaimInfo> file(
      String resource, Duration ttl, Optional<String> userData, Duration wait) {
    ObjectNode body = Json.object().put("resource", resource).put("ttl", seconds(ttl));
    userData.ifPresent(text -> body.putRawValue("user_data", Json.raw(text)));
    ApiRequest request =
        ApiRequest.write("POST", path("claims/"), body.toString()).withWaiting(wait);
    return send(request).thenApply(ClaimsApi::claim);
  }

  public CompletableFuture<ClaimInfo> show(long id) {
    return showWhenChanged(id, Duration.ZERO);
  }

  /** Answered when its status changes, or when the time is over. */
  public CompletableFuture<ClaimInfo> showWhenChanged(long id, Duration wait) {
    return send(ApiRequest.get(claimPath(id)).withWaiting(wait)).thenApply(ClaimsApi::claim);
  }

  /** A first page of those that the filter lets through. */
  public CompletableFuture<Page> list(ClaimFilter filter) {
    return page(path("claims/") + filter.query());
  }

  /** The page after one that has a next. */
  public CompletableFuture<Page> next(Page page) {
    return page(page.next().orElseThrow());
  }

  /** All pages; for lists that are known to be short enough. */
  public CompletableFuture<List<ClaimInfo>> listAll(ClaimFilter filter) {
    return list(filter).thenCompose(first -> rest(new ArrayList<>(), first));
  }

  /** Makes an active claim's lease last {@code ttl} from now. */
  public CompletableFuture<ClaimInfo> renew(long id, Duration ttl) {
    String body = Json.object().put("ttl", seconds(ttl)).toString();
    return send(ApiRequest.repeatable("PATCH", claimPath(id), body)).thenApply(ClaimsApi::claim);
  }

  /** Renews up to 1000 claims; each has a result of its own. */
  public CompletableFuture<List<Renewal>> renewAll(Map<Long, Duration> ttls) {
    ObjectNode body = Json.object();
    ArrayNode claims = body.putArray("claims");
    ttls.forEach((id, ttl) -> claims.addObject().put("id", id).put("ttl", seconds(ttl)));
    return send(ApiRequest.repeatable("POST", path("renewals"), body.toString()))
        .thenApply(answer -> Renewal.all(answer.json().path("results")));
  }

  public CompletableFuture<Void> release(long id) {
    return end(id, "released");
  }

  public CompletableFuture<Void> withdraw(long id) {
    return end(id, "withdrawn");
  }

  public CompletableFuture<Void> abort(long id) {
    return end(id, "aborted");
  }

  public CompletableFuture<Void> revoke(long id) {
    return end(id, "revoked");
  }

  /** {@code GET /v1/resources/name}: holder, queue and last tenures, as the node tells it. */
  public CompletableFuture<JsonNode> resource(String name) {
    return json(
        path("resources/" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20")));
  }

  /** {@code GET /v1/resources}: those that are held, with a prefix; as the node tells it. */
  public CompletableFuture<JsonNode> resources(String prefix) {
    return json(path("resources?prefix=" + URLEncoder.encode(prefix, StandardCharsets.UTF_8)));
  }

  /** All who hold or wait for a resource: the holder first, then in the order of the line. */
  public CompletableFuture<List<ClaimInfo>> queue(String resource) {
    ClaimFilter live =
        ClaimFilter.ALL
            .withResource(resource)
            .withStatus("active")
            .withStatus("waiting")
            .withLimit(1000);
    Comparator<ClaimInfo> byPlace =
        Comparator.comparingInt(claim -> claim.queuePosition().orElse(Integer.MAX_VALUE));
    return listAll(live).thenApply(claims -> claims.stream().sorted(byPlace).toList());
  }

  /** {@code GET /v1/cluster}. */
  public CompletableFuture<JsonNode> cluster() {
    return json(path("cluster"));
  }

  /** Every node's own answer to {@code /readyz}, in the order of the addresses. */
  public CompletableFuture<List<NodeHealth>> health() {
    List<CompletableFuture<NodeHealth>> answers = new ArrayList<>();
    for (int i = 0; i < connection.nodes().size(); i++) {
      URI node = connection.nodes().get(i);
      ApiRequest request = ApiRequest.get("/readyz").withPatience(HEALTH_PATIENCE);
      answers.add(transport.sendTo(i, request).thenApply(reply -> NodeHealth.of(node, reply)));
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(all -> answers.stream().map(CompletableFuture::join).toList());
  }

  /** Hears the events of the cluster until it is closed. */
  public EventStream events(EventSubscription subscription, ClusterEventListener listener) {
    return new EventStream(connection, path("events"), subscription, listener);
  }

  @Override
  public void close() {
    transport.close();
  }

  /** What a node says of itself, or why it says nothing. */
  public record NodeHealth(URI node, boolean ready, String detail) {

    static NodeHealth of(URI node, SendResult reply) {
      return reply instanceof HttpAnswer answer
          ? new NodeHealth(node, answer.status() == 200, answer.body().strip())
          : new NodeHealth(node, false, ((NoAnswer) reply).reason());
    }
  }

  /** The answer if it is a success; fails with the exception that stands for it if not. */
  private CompletableFuture<HttpAnswer> send(ApiRequest request) {
    return retries
        .send(request)
        .thenApply(
            reply -> {
              if (reply instanceof HttpAnswer answer) {
                if (answer.isSuccess()) {
                  return answer;
                }
                throw Refusals.of(answer);
              }
              throw new UnavailableException(((NoAnswer) reply).reason());
            });
  }

  private CompletableFuture<Void> end(long id, String status) {
    String body = Json.object().put("status", status).toString();
    return send(ApiRequest.write("PATCH", claimPath(id), body)).thenApply(answer -> null);
  }

  private CompletableFuture<JsonNode> json(String path) {
    return send(ApiRequest.get(path)).thenApply(HttpAnswer::json);
  }

  private CompletableFuture<Page> page(String path) {
    return send(ApiRequest.get(path)).thenApply(ClaimsApi::page);
  }

  private CompletableFuture<List<ClaimInfo>> rest(List<ClaimInfo> before, Page page) {
    before.addAll(page.claims());
    return page.next().isEmpty()
        ? CompletableFuture.completedFuture(List.copyOf(before))
        : next(page).thenCompose(following -> rest(before, following));
  }

  private static Page page(HttpAnswer answer) {
    List<ClaimInfo> claims = new ArrayList<>();
    answer.json().forEach(each -> claims.add(ClaimInfo.of(each)));
    Matcher link = NEXT.matcher(answer.header("link").orElse(""));
    return new Page(
        List.copyOf(claims), link.find() ? Optional.of(link.group(1)) : Optional.empty());
  }

  private static ClaimInfo claim(HttpAnswer answer) {
    return ClaimInfo.of(answer.json());
  }

  private static String claimPath(long id) {
    return path("claims/" + id + "/");
  }

  private static String path(String rest) {
    return "/v1/" + rest;
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
