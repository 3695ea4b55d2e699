package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replays what the documents of resources, events and renewals promise, against a kernel. */
class BeyondDocumentsTest {

  private static final List<String> DOCUMENTS =
      List.of("docs/dialects/resources.md", "docs/dialects/events.md", "docs/dialects/renewals.md");

  @TestFactory
  List<DynamicTest> every_table_is_true() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String document : DOCUMENTS) {
      for (WireTable table : WireTable.read(document)) {
        tests.add(
            DynamicTest.dynamicTest(document + ": " + table.title(), () -> replayTwice(table)));
      }
    }
    return tests;
  }

  private static void replayTwice(WireTable table) {
    try (AllDialects all = new AllDialects()) {
      table.replay(all, "1");
      table.replay(all, "2");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "docs/dialects/resources.md, 40",
    "docs/dialects/events.md,    16",
    "docs/dialects/renewals.md,  35",
  })
  void the_tables_are_found(String document, int rows) throws IOException {
    assertThat(WireTable.read(document).stream().mapToInt(WireTable::size).sum())
        .isGreaterThanOrEqualTo(rows);
  }
}
