package io.tenure.chaos.workload;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One client's connections, one to each node, for one request at a time. It never asks twice: what
 * became of a request is told as it is. Not thread-safe.
 */
final class HttpWire implements AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(1);

  private final Endpoints endpoints;
  private final Map<String, LoadConnection> connections = new HashMap<>();

  HttpWire(Endpoints endpoints) {
    this.endpoints = endpoints;
  }

  /** A request as it is written. */
  record Ask(String method, String path, Map<String, String> headers, String body) {

    static Ask of(String method, String path, String body) {
      return new Ask(method, path, Map.of(), body);
    }

    Ask with(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(name, value);
      return new Ask(method, path, more, body);
    }
  }

  /** An answer as it was read; names of headers are in small letters. */
  record Reply(int status, Map<String, String> headers, String text, long connection) {

    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  /** No byte of the request was sent. */
  static final class NotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    NotSentException(IOException cause) {
      super(String.valueOf(cause.getMessage()), cause);
    }
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @throws NotSentException if it surely did not reach the node
   * @throws IOException if it may have
   */
  Reply send(Endpoint node, Ask ask, Duration timeout) throws IOException {
    long until = System.nanoTime() + timeout.toNanos();
    LoadConnection connection = connection(node);
    try {
      connection.write(ask, endpoints.token());
      Reply reply = connection.read(ask.method().equals("HEAD"), until);
      if (reply.header("connection").equalsIgnoreCase("close")) {
        drop(node);
      }
      return reply;
    } catch (SocketTimeoutException late) {
      drop(node);
      throw new IOException("no answer in " + timeout.toMillis() + " ms", late);
    } catch (IOException broken) {
      drop(node);
      throw broken;
    }
  }

  /**
   * Opens a stream of lines on a connection of its own, reads it for some time, and breaks off.
   *
   * @throws NotSentException if it surely did not reach the node
   */
  Reply stream(Endpoint node, Ask ask, Duration length, Consumer<String> line) throws IOException {
    long until = System.nanoTime() + length.toNanos();
    try (LoadConnection connection = open(node)) {
      connection.write(ask, endpoints.token());
      return connection.readStream(line, until);
    }
  }

  private LoadConnection open(Endpoint node) throws NotSentException {
    try {
      return LoadConnection.open(node.http(), endpoints.tls(), CONNECT);
    } catch (IOException refused) {
      throw new NotSentException(refused);
    }
  }

  /** Sends a request and closes the connection, so that its answer is lost. */
  void sendAndHangUp(Endpoint node, Ask ask) throws IOException {
    try {
      connection(node).write(ask, endpoints.token());
    } finally {
      drop(node);
    }
  }

  @Override
  public void close() {
    connections.values().forEach(LoadConnection::close);
    connections.clear();
  }

  private LoadConnection connection(Endpoint node) throws NotSentException {
    LoadConnection open = connections.get(node.node());
    if (open != null && open.isUsable()) {
      return open;
    }
    drop(node);
    LoadConnection made = open(node);
    connections.put(node.node(), made);
    return made;
  }

  private void drop(Endpoint node) {
    LoadConnection connection = connections.remove(node.node());
    if (connection != null) {
      connection.close();
    }
  }
}
