package io.tenure.client.transport;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An answer that does not end, line by line. When it breaks or falls silent it is asked for again,
 * of the next node. It has a thread of its own, which calls the listener; one that is slow slows
 * down the node, not the others.
 */
public final class LineStream implements AutoCloseable {

  /** Hears the lines. */
  public interface Listener {

    void line(String line);

    /** Something broke, and is tried again soon. */
    void broken(String reason);

    /** The request was refused, and is not tried again. */
    void refused(HttpAnswer answer);
  }

  private static final Duration SILENCE = Duration.ofSeconds(35);
  private static final int MOST_LINE_BYTES = 1024 * 1024;
  private static final int MOST_REFUSAL_BYTES = 64 * 1024;

  private final Reactor reactor = new Reactor("tenure-stream");
  private final List<NodeLink> links;
  private final Supplier<ApiRequest> requests;
  private final Duration pause;
  private final Listener listener;
  private int node; // on the reactor's thread
  private volatile boolean closed;

  /**
   * Opens a stream.
   *
   * @param requests asked for a new request each time that the stream is opened
   * @param pause between two attempts when all nodes have failed
   */
  public LineStream(
      ConnectionSettings connection,
      Supplier<ApiRequest> requests,
      Duration pause,
      Listener listener) {
    this.links =
        connection.nodes().stream()
            .map(each -> new NodeLink(reactor, new Target(each, connection)))
            .toList();
    this.requests = requests;
    this.pause = pause;
    this.listener = listener;
    reactor.execute(() -> open(0));
  }

  @Override
  public void close() {
    closed = true;
    reactor.close();
  }

  private void open(int failures) {
    if (!closed) {
      links.get(node).submit(new Lines(requests.get(), links.get(node).target(), failures));
    }
  }

  private void openNext(String reason, int failures) {
    if (closed) {
      return;
    }
    listener.broken(reason);
    node = (node + 1) % links.size();
    boolean allFailed = failures % links.size() == 0;
    reactor.after(allFailed ? pause.toNanos() : 0, () -> open(failures));
  }

  /** One answer. */
  private final class Lines implements NodeExchange {
    private final ApiRequest request;
    private final Target target;
    private int failures; // in a row, before this
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private @Nullable HttpAnswer refusal;

    Lines(ApiRequest request, Target target, int failures) {
      this.request = request;
      this.target = target;
      this.failures = failures;
    }

    @Override
    public ByteBuffer bytes() {
      return target.bytes(request);
    }

    @Override
    public long patienceNanos() {
      return SILENCE.toNanos();
    }

    @Override
    public boolean isStream() {
      return true;
    }

    @Override
    public boolean isShort() {
      return false;
    }

    @Override
    public boolean isAbandoned() {
      return closed;
    }

    @Override
    public void head(int status, Map<String, String> headers) {
      if (status == 200) {
        failures = 0;
      } else {
        refusal = new HttpAnswer(status, headers, "", true);
      }
    }

    @Override
    public void body(ByteBuffer part) {
      while (part.hasRemaining()) {
        byte next = part.get();
        if (next == '\n' && refusal == null) {
          flush();
        } else if (line.size() < (refusal == null ? MOST_LINE_BYTES : MOST_REFUSAL_BYTES)) {
          line.write(next);
        }
      }
    }

    private void flush() {
      String text = line.toString(StandardCharsets.UTF_8);
      line.reset();
      if (!closed) {
        listener.line(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
      }
    }

    @Override
    public void complete() {
      if (refusal == null) {
        openNext(target + " has ended the stream", failures + 1);
        return;
      }
      HttpAnswer answer =
          new HttpAnswer(
              refusal.status(), refusal.headers(), line.toString(StandardCharsets.UTF_8), true);
      if (HttpTransport.isTransient(answer.status())) {
        openNext(target + " answers " + answer.status(), failures + 1);
      } else {
        listener.refused(answer);
      }
    }

    @Override
    public void fail(String reason) {
      openNext(reason, failures + 1);
    }
  }
}
