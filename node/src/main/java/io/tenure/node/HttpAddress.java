package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.NodeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file in the data directory that says where the node listens for HTTP, for health checks on the
 * same machine: they need not read the configuration and all that overrides it.
 */
final class HttpAddress {
  private static final Logger log = LoggerFactory.getLogger(HttpAddress.class);
  private static final String FILE = "http-address";

  private HttpAddress() {}

  static void write(Path data, ClusterConfig cluster, NodeConfig self) {
    try {
      Files.writeString(data.resolve(FILE), url(cluster, self) + "\n");
    } catch (IOException failure) {
      log.warn("health checks will not find this node: cannot write {}", FILE, failure);
    }
  }

  static String url(ClusterConfig cluster, NodeConfig self) {
    String scheme = cluster.httpTls().isPresent() ? "https" : "http";
    return scheme + "://" + fromHere(self.httpBind()) + ":" + self.httpPort();
  }

  /** Who listens on all addresses is reached by loopback. */
  private static String fromHere(String bind) {
    return switch (bind) {
      case "0.0.0.0" -> "127.0.0.1";
      case "::", "[::]" -> "[::1]";
      default -> bind.contains(":") && !bind.startsWith("[") ? "[" + bind + "]" : bind;
    };
  }
}
