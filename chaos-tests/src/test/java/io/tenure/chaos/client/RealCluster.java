package io.tenure.chaos.client;

import io.tenure.chaos.cluster.ProcessCluster;
import io.tenure.client.ClaimFilter;
import io.tenure.client.ClaimInfo;
import io.tenure.client.ClaimsApi;
import io.tenure.client.transport.ConnectionSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Three nodes, and a look at them that does not go through what is tested. */
final class RealCluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ProcessCluster nodes;
  private final ClaimsApi api;

  RealCluster(Path directory) {
    nodes = new ProcessCluster(Path.of(System.getProperty("tenure.home")), directory, 3, List.of());
    try {
      nodes.start();
    } catch (IllegalStateException failed) {
      nodes.close();
      throw failed;
    }
    api = ClaimsApi.open(ConnectionSettings.to(nodes.urls())).withPatience(PATIENCE);
  }

  ProcessCluster nodes() {
    return nodes;
  }

  List<URI> urls() {
    return nodes.urls();
  }

  ClaimInfo show(long id) {
    return api.show(id).join();
  }

  /** All claims of the cluster that hold or wait. */
  List<ClaimInfo> live() {
    ClaimFilter filter = ClaimFilter.ALL.withStatus("active").withStatus("waiting").withLimit(1000);
    return api.listAll(filter).join();
  }

  @Override
  public void close() {
    api.close();
    nodes.close();
  }
}
