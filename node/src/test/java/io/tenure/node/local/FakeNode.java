package io.tenure.node.local;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A program that answers as a node would, and notes in files its process and that it was stopped.
 * Arguments: its id, its port, the file, and what it should do: {@code serve} or {@code fail}.
 */
final class FakeNode {
  private static final String CLUSTER = "{\"cluster\":\"local\",\"leader\":\"n1\",\"term\":3}";

  private FakeNode() {}

  public static void main(String[] arguments) throws IOException {
    String id = arguments[0];
    System.err.println("2026-11-16T12:00:00.000Z INFO  " + id + " says nothing of interest");
    System.err.println("2026-11-16T12:00:00.000Z WARN  " + id + " warns");
    if (arguments[3].equals("fail")) {
      System.err.println("2026-11-16T12:00:00.000Z ERROR " + id + " has no disk");
      System.exit(3);
    }
    HttpServer server =
        HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[1])), 0);
    Files.writeString(Path.of(arguments[2] + "-pid-" + id), "" + ProcessHandle.current().pid());
    answer(server, "/readyz", "{}");
    answer(server, "/v1/cluster", CLUSTER);
    server.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> note(id, Path.of(arguments[2]))));
  }

  private static void answer(HttpServer server, String path, String text) {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        path,
        exchange -> {
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  private static void note(String id, Path file) {
    try {
      Files.writeString(file, id + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      System.err.println("2026-11-16T12:00:01.000Z INFO  " + id + " stopped");
    } catch (IOException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
