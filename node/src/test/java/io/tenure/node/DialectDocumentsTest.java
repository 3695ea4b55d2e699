package io.tenure.node;

import io.tenure.gateway.WireOverHttp;
import io.tenure.gateway.WireTable;
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
      List.of("docs/dialects/claims.md", "docs/dialects/leases.md", "docs/dialects/locks.md");

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
}
