package io.tenure.client;

import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.ConnectionSettings;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.Json;
import io.tenure.client.transport.LineStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A stream of events that goes on, from node to node, until it is closed. After an interruption it
 * goes on after the last event that was heard; what a node does not remember any more is told as an
 * event {@code gap}.
 */
public final class EventStream implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final ClusterEventListener listener;
  private final LineStream lines;
  private final String path;

  // On the stream's thread.
  private Optional<String> last;
  private String id = "";
  private String name = "";
  private StringBuilder data = new StringBuilder();

  EventStream(
      ConnectionSettings connection,
      String path,
      EventSubscription subscription,
      ClusterEventListener listener) {
    this.listener = listener;
    this.path = path + query(subscription);
    this.last = subscription.after();
    this.lines = new LineStream(connection, this::request, PAUSE, new Lines());
  }

  @Override
  public void close() {
    lines.close();
  }

  private ApiRequest request() {
    data = new StringBuilder();
    name = "";
    id = last.orElse("");
    ApiRequest request = ApiRequest.get(path);
    return last.map(request::withLastEvent).orElse(request);
  }

  private void take(String line) {
    if (line.isEmpty()) {
      dispatch();
      return;
    }
    int colon = line.indexOf(':');
    if (colon == 0) {
      return; // a comment, which only shows that the stream lives
    }
    String field = colon < 0 ? line : line.substring(0, colon);
    String rest = colon < 0 ? "" : line.substring(colon + 1);
    String value = rest.startsWith(" ") ? rest.substring(1) : rest;
    switch (field) {
      case "id" -> id = value;
      case "event" -> name = value;
      case "data" -> data.append(data.length() == 0 ? "" : "\n").append(value);
      default -> {} // others are to be ignored
    }
  }

  private void dispatch() {
    if (!id.isEmpty()) {
      last = Optional.of(id);
    }
    if (data.length() > 0 || !name.isEmpty()) {
      ClusterEvent event =
          new ClusterEvent(id, name.isEmpty() ? "message" : name, Json.read(data.toString()));
      data = new StringBuilder();
      name = "";
      listener.event(event);
    }
  }

  private static String query(EventSubscription subscription) {
    List<String> parts = new ArrayList<>();
    subscription.resources().forEach(each -> parts.add("resource=" + encoded(each)));
    subscription.prefixes().forEach(each -> parts.add("prefix=" + encoded(each)));
    if (!subscription.include().isEmpty()) {
      parts.add("include=" + encoded(String.join(",", subscription.include())));
    }
    return parts.isEmpty() ? "" : "?" + String.join("&", parts);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private final class Lines implements LineStream.Listener {

    @Override
    public void line(String line) {
      take(line);
    }

    @Override
    public void broken(String reason) {
      listener.interrupted(reason);
    }

    @Override
    public void refused(HttpAnswer answer) {
      listener.failed(Refusals.of(answer));
    }
  }
}
