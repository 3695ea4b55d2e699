package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.config.ClusterConfig;
import io.tenure.config.ConfigFile;
import io.tenure.config.NodeConfig;
import io.tenure.jraft.MemberLog;
import io.tenure.kernel.KnownLevels;
import io.tenure.link.Link;
import io.tenure.node.identity.Identity;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReadinessTest {

  @TempDir private Path directory;

  /** The port is taken by somebody else, so what comes behind HTTP's listener never happens. */
  @Test
  void a_node_is_not_ready_before_it_listens_on_all_its_ports() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        Node node = node(taken.getLocalPort())) {
      assertThatThrownBy(node::start).isInstanceOf(StartupException.class);
      TestNodes.await(node::leads);

      HttpResponse<String> answer = readyz();
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).contains("the node does not listen on all its ports yet");
    }
  }

  private ClusterConfig cluster;

  private Node node(int grpcPort) throws Exception {
    Path file = directory.resolve("cluster.conf");
    Files.write(
        file,
        List.of(
            "cluster.name = test",
            "node.n1.host = 127.0.0.1",
            "node.n1.http-port = " + FreePorts.next(),
            "node.n1.raft-port = " + FreePorts.next(),
            "node.n1.grpc-port = " + grpcPort));
    cluster = ConfigFile.read(file, Map.of());
    Path data = Files.createDirectories(directory.resolve("n1"));
    MemberLog.makeIn(data);
    NodeConfig self = cluster.nodes().get(0);
    Identity configured = NodeArguments.identity(cluster, self);
    Identity identity = configured.adopted(configured);
    return new Node(
        new NodeOptions(
            cluster,
            self,
            identity,
            new Link.Options(self.raftBind(), self.raftPort(), Optional.empty()),
            data,
            "test",
            KnownLevels.ALL));
  }

  private HttpResponse<String> readyz() throws Exception {
    URI uri = URI.create(cluster.httpUrl(cluster.nodes().get(0)) + "/readyz");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }
}
