package io.tenure.gateway.leases;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.WireTable;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Replays what {@code docs/dialects/leases.md} promises, against the dialect and a kernel. */
class LeasesDocumentTest {

  private static final String DOCUMENT = "docs/dialects/leases.md";

  @TestFactory
  Stream<DynamicTest> every_table_of_the_document_is_true() throws IOException {
    return WireTable.read(DOCUMENT).stream()
        .map(
            table ->
                DynamicTest.dynamicTest(
                    table.title(), () -> table.replay(new LeasesServer(), "r1")));
  }

  @Test
  void the_tables_can_be_replayed_twice_on_one_server() throws IOException {
    LeasesServer server = new LeasesServer();
    for (WireTable table : WireTable.read(DOCUMENT)) {
      table.replay(server, "r1");
      table.replay(server, "r2");
    }
  }

  @Test
  void the_tables_are_found() throws IOException {
    assertThat(WireTable.read(DOCUMENT).stream().mapToInt(WireTable::size).sum()).isGreaterThan(80);
  }
}
