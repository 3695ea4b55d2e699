package io.tenure.client.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** One node's address, and how a connection to it is opened and addressed. */
final class Target {

  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  private final URI node;
  private final ConnectionSettings connection;
  private final boolean secure;
  private final String host;
  private final int port;
  private final String prefix;

  Target(URI node, ConnectionSettings connection) {
    this.node = node;
    this.connection = connection;
    this.secure = "https".equalsIgnoreCase(node.getScheme());
    String name = node.getHost();
    this.host = name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
    int standard = secure ? HTTPS_PORT : HTTP_PORT;
    this.port = node.getPort() < 0 ? standard : node.getPort();
    this.prefix = node.getRawPath() == null ? "" : node.getRawPath().replaceAll("/+$", "");
  }

  Duration connectTimeout() {
    return connection.connectTimeout();
  }

  /** All addresses of the host. May block, unless the host is given as an address. */
  List<InetSocketAddress> addresses() throws UnknownHostException {
    return Stream.of(InetAddress.getAllByName(host))
        .map(address -> new InetSocketAddress(address, port))
        .toList();
  }

  /** Whether {@link #addresses} needs no name service. */
  boolean isLiteral() {
    return host.indexOf(':') >= 0 || host.matches("[0-9.]+");
  }

  Pipe pipe(SocketChannel channel) throws IOException {
    return secure ? new TlsPipe(channel, engine()) : new PlainPipe(channel);
  }

  ByteBuffer bytes(ApiRequest request) {
    StringBuilder head = new StringBuilder(256);
    head.append(request.method()).append(' ').append(prefix).append(request.path());
    head.append(" HTTP/1.1\r\nHost: ").append(node.getRawAuthority());
    head.append("\r\nAccept: application/json, text/event-stream\r\n");
    connection.token().ifPresent(token -> header(head, "Authorization", "Bearer " + token));
    request.key().ifPresent(key -> header(head, "Idempotency-Key", key));
    request.lastEvent().ifPresent(id -> header(head, "Last-Event-ID", id));
    if (!request.waiting().isZero()) {
      header(head, "Prefer", "wait=" + seconds(request.waiting()));
    }
    byte[] body = request.body().orElse("").getBytes(StandardCharsets.UTF_8);
    if (request.body().isPresent()) {
      header(head, "Content-Type", "application/json");
      header(head, "Content-Length", Integer.toString(body.length));
    }
    byte[] bytes = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    return ByteBuffer.allocate(bytes.length + body.length).put(bytes).put(body).flip();
  }

  /** A value with a line break would be a header of its own. */
  private static void header(StringBuilder head, String name, String value) {
    if (value.chars().anyMatch(c -> c < ' ')) {
      throw new IllegalArgumentException(name + " contains a control character");
    }
    head.append(name).append(": ").append(value).append("\r\n");
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.3f", duration.toMillis() / 1e3);
  }

  private SSLEngine engine() throws IOException {
    SSLEngine engine = context().createSSLEngine(host, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    return engine;
  }

  private SSLContext context() throws IOException {
    Optional<SSLContext> own = connection.tls();
    if (own.isPresent()) {
      return own.get();
    }
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException failure) {
      throw new IOException(failure);
    }
  }

  @Override
  public String toString() {
    return node.toString();
  }
}
