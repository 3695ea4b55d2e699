package io.tenure.bench.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Where clusters are set up: a directory, free ports on loopback, and a client for questions.
 *
 * @param directory for data, configuration and logs
 * @param nodes how many nodes a cluster has
 * @param heap greatest heap of a node that runs on Java, as Java's option takes it
 */
public record Site(Path directory, int nodes, String heap) {
  static final String HOST = "127.0.0.1";
  private static final InetAddress LOOPBACK = loopback();
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  /** The names of the nodes. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= nodes; i++) {
      names.add("n" + i);
    }
    return names;
  }

  /** The options that give a Java process its heap. */
  List<String> heapOptions() {
    return List.of("-Xms256m", "-Xmx" + heap);
  }

  Path directoryOf(String name) throws IOException {
    return Files.createDirectories(directory.resolve(name));
  }

  /** Ports that nobody listens on at the moment, all different. */
  List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        ServerSocket socket = new ServerSocket(0, 1, LOOPBACK);
        sockets.add(socket);
        ports.add(socket.getLocalPort());
      }
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
    return ports;
  }

  static InetSocketAddress address(int port) {
    return new InetSocketAddress(LOOPBACK, port);
  }

  static HttpResponse<String> get(InetSocketAddress address, String path)
      throws IOException, InterruptedException {
    return HTTP.send(request(address, path).build(), HttpResponse.BodyHandlers.ofString());
  }

  static HttpResponse<String> post(InetSocketAddress address, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest.BodyPublisher publisher = HttpRequest.BodyPublishers.ofString(body);
    return HTTP.send(
        request(address, path).POST(publisher).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static InetAddress loopback() {
    try {
      return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private static HttpRequest.Builder request(InetSocketAddress address, String path) {
    String url = "http://" + address.getHostString() + ":" + address.getPort() + path;
    return HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE);
  }
}
