package io.tenure.gateway.locket;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.KernelLeases;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Replays what {@code docs/dialects/locket.md} promises, over gRPC and against a kernel. */
class LocketDocumentTest {

  private static final String DOCUMENT = "docs/dialects/locket.md";

  @TestFactory
  Stream<DynamicTest> every_table_of_the_document_is_true() throws IOException {
    return LocketTable.read(DOCUMENT).stream()
        .map(
            table ->
                DynamicTest.dynamicTest(
                    table.title(),
                    () -> {
                      KernelLeases leases = new KernelLeases();
                      try (Locket locket = Locket.over(leases)) {
                        table.replay(locket.channel, leases::pass, "r1");
                      }
                    }));
  }

  @Test
  void the_tables_can_be_replayed_twice_on_one_server() throws IOException {
    KernelLeases leases = new KernelLeases();
    try (Locket locket = Locket.over(leases)) {
      int run = 0;
      for (LocketTable table : LocketTable.read(DOCUMENT)) {
        table.replay(locket.channel, leases::pass, "r" + run++);
        table.replay(locket.channel, leases::pass, "r" + run++);
      }
    }
  }

  @Test
  void the_tables_are_found() throws IOException {
    assertThat(LocketTable.read(DOCUMENT).stream().mapToInt(LocketTable::size).sum())
        .isGreaterThan(60);
  }
}
