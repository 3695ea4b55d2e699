package io.tenure.chaos.cluster;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Asks the Docker daemon, without the client library, which would search for seconds. */
final class DockerCheck {

  private static final String DEFAULT = "unix:///var/run/docker.sock";
  private static final String SCHEME = "unix://";

  private DockerCheck() {}

  /** The image that nodes run in: {@code -Dchaos.image}, else the product's. */
  static String image() {
    return System.getProperty("chaos.image", "tenure:chaos");
  }

  static Optional<String> missing() {
    String host = System.getenv().getOrDefault("DOCKER_HOST", DEFAULT);
    if (!host.startsWith(SCHEME)) {
      return Optional.empty(); // elsewhere; the client library will tell
    }
    String socket = host.substring(SCHEME.length());
    try {
      if (!ask(socket, "/_ping").contains(" 200 ")) {
        return Optional.of("no Docker daemon answers at " + socket);
      }
      return ask(socket, "/images/" + image() + "/json").contains(" 200 ")
          ? Optional.empty()
          : Optional.of("Docker has no image " + image());
    } catch (IOException failure) {
      return Optional.of("no Docker daemon at " + socket + " (" + failure.getMessage() + ")");
    }
  }

  /** The first line of the answer. */
  private static String ask(String socket, String path) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      String request = "GET " + path + " HTTP/1.0\r\nHost: docker\r\n\r\n";
      channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
      ByteBuffer answer = ByteBuffer.allocate(64);
      int read;
      do {
        read = channel.read(answer);
      } while (read >= 0 && answer.hasRemaining());
      answer.flip();
      return StandardCharsets.US_ASCII.decode(answer).toString();
    }
  }
}
