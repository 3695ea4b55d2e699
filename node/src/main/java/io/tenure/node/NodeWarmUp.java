package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigException;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import io.tenure.kernel.KnownLevels;
import io.tenure.link.Link;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs a cluster of one node for a moment and asks it what clients ask, so that the JVM can write
 * an archive of the classes that a node uses. With it a node starts in about two thirds of the
 * time.
 */
final class NodeWarmUp {

  static final String NAME = "warm-up";

  private static final List<String> REQUESTS =
      List.of(
          "POST /v1/claims/|{\"resource\":\"a\",\"ttl\":30,\"user_data\":{}}",
          "PATCH /v1/claims/1/|{\"ttl\":30}",
          "GET /v1/claims/1/|",
          "GET /v1/claims/|",
          "PATCH /v1/claims/1/|{\"status\":\"released\"}",
          "GET /v1/cluster|",
          "GET /readyz|",
          "GET /metrics|");

  private NodeWarmUp() {}

  static int run() throws IOException, ConfigException {
    Path scratch = Files.createTempDirectory("tenure-warm-up");
    try {
      serve(scratch, freePorts());
    } finally {
      delete(scratch);
    }
    return ExitCode.OK;
  }

  private static void serve(Path scratch, int[] ports) throws IOException, ConfigException {
    ClusterConfig cluster = cluster(scratch.resolve("cluster.conf"), ports);
    NodeConfig self = cluster.nodes().get(0);
    Link.Options link =
        new Link.Options(self.raftBind(), self.raftPort(), PeerTls.load(cluster, self));
    try (DataDirectory directory = DataDirectory.open(scratch.resolve("data"))) {
      Identity known = directory.claim(NodeArguments.identity(cluster, self), true);
      NativeLibraries.unpackBelow(directory.path(), Map.of());
      Identity identity = NodeCommand.found(directory, known, link);
      NodeOptions options =
          new NodeOptions(
              cluster, self, identity, link, directory.path(), Version.current(), KnownLevels.ALL);
      try (Node node = new Node(options)) {
        node.start();
        directory.keep(identity);
        for (String request : REQUESTS) {
          ask(self, request);
        }
      }
    }
  }

  private static ClusterConfig cluster(Path file, int[] ports) throws IOException, ConfigException {
    List<String> lines = new ArrayList<>(List.of("cluster.name = warm-up"));
    lines.add("node.n1.host = 127.0.0.1");
    lines.add("node.n1.raft-port = " + ports[0]);
    lines.add("node.n1.http-port = " + ports[1]);
    lines.add("node.n1.grpc-port = " + ports[2]);
    Files.write(file, lines);
    return ConfigFile.read(file, Map.of());
  }

  private static int[] freePorts() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket raft = new ServerSocket(0, 1, loopback);
        ServerSocket http = new ServerSocket(0, 1, loopback);
        ServerSocket grpc = new ServerSocket(0, 1, loopback)) {
      return new int[] {raft.getLocalPort(), http.getLocalPort(), grpc.getLocalPort()};
    }
  }

  /** A node keeps the first write until it has a leader. */
  private static void ask(NodeConfig node, String request) throws IOException {
    int bar = request.indexOf('|');
    String body = request.substring(bar + 1);
    String head =
        request.substring(0, bar)
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.httpPort());
        OutputStream out = socket.getOutputStream();
        InputStream in = socket.getInputStream()) {
      out.write((head + body).getBytes(StandardCharsets.UTF_8));
      out.flush();
      in.transferTo(OutputStream.nullOutputStream());
    }
  }

  private static void delete(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
