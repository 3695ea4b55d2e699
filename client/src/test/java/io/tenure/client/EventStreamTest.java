package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.transport.ConnectionSettings;
import io.tenure.client.transport.ScriptedNode;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class EventStreamTest {

  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
  private static final String FIRST =
      HEAD
          + "retry: 1000\nid: 5-0\nevent: hello\ndata: {}\n\n: still here\n\n"
          + "id: 6-0\nevent: granted\ndata: {\"resource\":\"db ü\",\ndata: \"claim\":7}\n\n"
          + "id: 7-0\nevent: gran";
  private static final String SECOND = HEAD + "id: 7-0\r\nevent: ended\r\ndata: {}\r\n\r\n";
  private static final String REFUSAL =
      "HTTP/1.1 401 Unauthorized\r\nContent-Length: 21\r\n\r\n{\"detail\":\"no token\"}";

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  @Test
  void events_go_on_at_the_next_node_after_the_last_one_that_was_heard() throws Exception {
    try (ScriptedNode first = ScriptedNode.of(FIRST);
        ScriptedNode second = ScriptedNode.of(SECOND);
        ClaimsApi api = ClaimsApi.open(ConnectionSettings.to(List.of(first.url(), second.url())));
        EventStream stream =
            api.events(
                EventSubscription.ALL.withResource("db ü").withPrefix("x/").including("renewed"),
                new Recorder())) {
      assertThat(stream).isNotNull();
      assertThat(next()).isEqualTo("5-0 hello {}");
      assertThat(next()).isEqualTo("6-0 granted {\"resource\":\"db ü\",\"claim\":7}");
      assertThat(next()).startsWith("interrupted");
      assertThat(next()).isEqualTo("7-0 ended {}");
      assertThat(first.requests().get(0))
          .startsWith("GET /v1/events?resource=db+%C3%BC&prefix=x%2F&include=renewed HTTP/1.1")
          .doesNotContain("Last-Event-ID");
      assertThat(second.requests().get(0)).contains("Last-Event-ID: 6-0\r\n");
    }
  }

  @Test
  void a_refusal_ends_it() throws Exception {
    try (ScriptedNode node = ScriptedNode.of(REFUSAL);
        ClaimsApi api = ClaimsApi.open(ConnectionSettings.to(List.of(node.url())));
        EventStream stream = api.events(EventSubscription.ALL.after("3-1"), new Recorder())) {
      assertThat(stream).isNotNull();
      assertThat(next()).isEqualTo("failed UnauthorizedException 401: no token");
      assertThat(node.requests().get(0)).contains("Last-Event-ID: 3-1\r\n");
    }
  }

  private String next() throws InterruptedException {
    return String.valueOf(heard.poll(20, TimeUnit.SECONDS));
  }

  private final class Recorder implements ClusterEventListener {
    @Override
    public void event(ClusterEvent event) {
      heard.add(event.id() + " " + event.name() + " " + event.data());
    }

    @Override
    public void interrupted(String reason) {
      heard.add("interrupted " + reason);
    }

    @Override
    public void failed(TenureException refusal) {
      heard.add("failed " + refusal.getClass().getSimpleName() + " " + refusal.getMessage());
    }
  }
}
