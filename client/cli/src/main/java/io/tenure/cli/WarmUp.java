package io.tenure.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Uses the classes that the common commands use, against a node of its own that always answers the
 * same, so that the JVM can write an archive of them.
 */
final class WarmUp {

  static final String NAME = "warm-up";

  private static final String CLAIM =
      "{\"url\":\"\",\"id\":1,\"resource\":\"a\",\"status\":\"active\",\"status_history\":[{"
          + "\"status\":\"active\",\"timestamp\":\"2026-01-01T00:00:00.000000Z\"}],\"ttl\":1.5,"
          + "\"created\":\"2026-01-01T00:00:00.000000Z\",\"active_duration\":1.5,"
          + "\"waiting_duration\":1.5,\"user_data\":{},\"fencing_token\":1,\"queue_position\":0}";

  private static final List<String[]> COMMANDS =
      List.of(
          new String[] {"show", "1"},
          new String[] {"show", "a"},
          new String[] {"list", "--status", "active"},
          new String[] {"claim", "a", "--json"},
          new String[] {"renew", "1", "--ttl", "5"},
          new String[] {"release", "1"},
          new String[] {"cluster"},
          new String[] {"show", "--help"},
          new String[] {"run", "--resource", "a", "--timeout", "0", "--", "true"});

  private WarmUp() {}

  static int run() {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread node = new Thread(() -> serve(server));
      node.setDaemon(true);
      node.start();
      String url = "http://127.0.0.1:" + server.getLocalPort();
      CommandEnvironment environment = new CommandEnvironment(Map.of("TENURE_URL", url), "80");
      for (String[] command : COMMANDS) {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        Main.run(environment, nowhere, nowhere, command);
      }
      return 0;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void serve(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        answer(socket);
      } catch (IOException gone) {
        continue; // whoever asked gets no answer, or the server is closed
      }
    }
  }

  private static void answer(Socket socket) throws IOException {
    BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    String request = String.valueOf(lines.readLine());
    int length = 0;
    for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
      if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Integer.parseInt(line.substring(15).strip());
      }
    }
    for (int i = 0; i < length; i++) {
      lines.read();
    }
    String body = request.contains("/?") ? "[" + CLAIM + "]" : CLAIM;
    String status = request.startsWith("POST") ? "201 Created" : "200 OK";
    String head =
        "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nConnection: close\r\n";
    OutputStream out = socket.getOutputStream();
    out.write(
        (head + "Content-Length: " + body.length() + "\r\n\r\n" + body)
            .getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }
}
