package io.tenure.gateway.netty;

import io.tenure.gateway.Authenticator;
import io.tenure.gateway.CallObserver;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Gateway;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

/** A server on a free port of the loopback address. */
final class TestServer implements AutoCloseable {

  private final HttpServer server;

  private TestServer(HttpServer server) {
    this.server = server;
  }

  static TestServer with(Dialect dialect) throws IOException {
    return with(dialect, UnaryOperator.identity());
  }

  static TestServer with(Dialect dialect, UnaryOperator<HttpServerOptions> change)
      throws IOException {
    Gateway gateway = new Gateway(List.of(dialect), Authenticator.NONE, CallObserver.NONE);
    HttpServerOptions options = HttpServerOptions.plain("127.0.0.1", 0).withThreads(1);
    return new TestServer(HttpServer.start(change.apply(options), gateway));
  }

  int port() {
    return server.port();
  }

  int connections() {
    return server.connections();
  }

  Wire connect() throws IOException {
    return new Wire(server.port());
  }

  /** Asks on a connection of its own, which must be closed after the answer. */
  Wire.Reply ask(String request) throws IOException {
    try (Wire wire = connect()) {
      wire.send(request);
      Wire.Reply reply = wire.read();
      wire.expectEnd();
      return reply;
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
