package io.tenure.node;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.tenure.gateway.WireOverHttp;
import io.tenure.gateway.WireTable;
import io.tenure.gateway.locket.LocketTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Replays what {@code docs/dialects} promises against the nodes of a running cluster. */
@Timeout(120)
class DialectDocumentsTest {

  private static final List<String> DOCUMENTS =
      List.of(
          "docs/dialects/claims.md",
          "docs/dialects/leases.md",
          "docs/dialects/locks.md",
          "docs/dialects/resources.md",
          "docs/dialects/events.md",
          "docs/dialects/renewals.md");

  @TempDir static Path directory;
  private static TestNodes nodes;

  @BeforeAll
  static void start() throws Exception {
    nodes = new TestNodes(directory, 3);
  }

  @AfterAll
  static void stop() {
    nodes.close();
  }

  @TestFactory
  List<DynamicTest> every_table_is_true_on_a_running_node() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (String document : DOCUMENTS) {
      for (WireTable table : WireTable.read(document)) {
        String url = nodes.url(tests.size() % 3);
        String run = "r" + tests.size();
        tests.add(
            DynamicTest.dynamicTest(
                document + ": " + table.title(), () -> table.replay(new WireOverHttp(url), run)));
      }
    }
    return tests;
  }

  @TestFactory
  List<DynamicTest> every_locket_table_is_true_on_a_running_node() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (LocketTable table : LocketTable.read("docs/dialects/locket.md")) {
      int node = tests.size() % 3;
      String run = "k" + tests.size();
      tests.add(DynamicTest.dynamicTest(table.title(), () -> replay(table, node, run)));
    }
    return tests;
  }

  private static void replay(LocketTable table, int node, String run) {
    ManagedChannel channel =
        Grpc.newChannelBuilder(
                "127.0.0.1:" + nodes.grpcPort(node), InsecureChannelCredentials.create())
            .build();
    try {
      table.replay(channel, new WireOverHttp(nodes.url(node))::pass, run);
    } finally {
      channel.shutdownNow();
    }
  }
}
