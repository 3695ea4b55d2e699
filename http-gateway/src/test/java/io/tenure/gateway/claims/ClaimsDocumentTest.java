package io.tenure.gateway.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.WireTable;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Replays what {@code docs/dialects/claims.md} promises, against the dialect and a kernel. */
class ClaimsDocumentTest {

  private static final String DOCUMENT = "docs/dialects/claims.md";

  @TestFactory
  Stream<DynamicTest> every_table_of_the_document_is_true() throws IOException {
    return WireTable.read(DOCUMENT).stream()
        .map(
            table -> DynamicTest.dynamicTest(table.title(), () -> table.replay(new Claims(), "1")));
  }

  @Test
  void the_tables_can_be_replayed_twice_on_one_server() throws IOException {
    Claims claims = new Claims();
    for (WireTable table : WireTable.read(DOCUMENT)) {
      table.replay(claims, "1");
      table.replay(claims, "2");
    }
  }

  @Test
  void the_tables_are_found() throws IOException {
    assertThat(WireTable.read(DOCUMENT).stream().mapToInt(WireTable::size).sum()).isGreaterThan(60);
  }
}
