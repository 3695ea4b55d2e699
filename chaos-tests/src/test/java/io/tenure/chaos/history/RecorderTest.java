package io.tenure.chaos.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A history is read back as it was recorded, also if its writer was killed. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecorderTest {

  @TempDir Path directory;

  private Path file() {
    return directory.resolve("history.jsonl");
  }

  private History record() {
    try (Recorder recorder = new Recorder(file(), new HarnessClock())) {
      long first = recorder.invoke(1, "locks", "k", "lock", Map.of("ttl_ms", 1000L));
      long second = recorder.invoke(2, "locks", "k", "read", Map.of("local", true));
      recorder.complete(second, Phase.OK, Map.of("result", "absent", "token", 1L << 52));
      recorder.complete(first, Phase.FAIL, Map.of("reason", "unavailable"));
      long third = recorder.invoke(1, "keeps", "k", "census", Map.of());
      Map<String, Object> claim = Map.of("claim", 1L, "status", "active");
      recorder.complete(third, Phase.OK, Map.of("claims", List.of(claim)));
      recorder.invoke(3, "locks", "k", "lock", Map.of());
      return recorder.history();
    }
  }

  @Test
  void what_is_read_back_is_what_was_recorded() {
    History recorded = record();

    assertThat(History.read(file()).spans()).isEqualTo(recorded.spans()).hasSize(4);
  }

  @Test
  void a_span_has_both_ends_and_what_was_asked_and_answered() {
    record();
    List<Span> spans = History.read(file()).spans();

    assertThat(spans).extracting(Span::action).containsExactly("lock", "read", "census", "lock");
    assertThat(spans.get(0).phase()).isEqualTo(Phase.FAIL);
    assertThat(spans.get(0).number("ttl_ms")).hasValue(1000);
    assertThat(spans.get(0).begin()).isLessThan(spans.get(1).begin());
    assertThat(spans.get(1).number("token")).hasValue(1L << 52);
    assertThat(spans.get(1).flag("local")).isTrue();
    assertThat(spans.get(1).is("read", "absent")).isTrue();
  }

  @Test
  void what_never_ended_is_unknown() {
    record();
    Span last = History.read(file()).spans().get(3);

    assertThat(last.phase()).isEqualTo(Phase.UNKNOWN);
    assertThat(last.lastMoment()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void a_last_line_that_was_cut_off_is_passed_over() throws IOException {
    History recorded = record();
    Files.writeString(file(), "{\"id\":9,\"pha", StandardOpenOption.APPEND);

    assertThat(History.read(file()).spans()).isEqualTo(recorded.spans());
  }

  @Test
  void any_other_line_that_is_no_operation_is_refused() throws IOException {
    Files.writeString(file(), "{\"id\":9,\"pha\n{}\n");

    assertThatIllegalArgumentException().isThrownBy(() -> History.read(file()));
  }

  @Test
  void operations_are_counted_as_they_end() {
    try (Recorder recorder = new Recorder(new HarnessClock())) {
      long id = recorder.invoke(1, "locks", "k", "lock", Map.of());
      recorder.invoke(1, "locks", "k", "lock", Map.of());
      recorder.complete(id, Phase.UNKNOWN, Map.of());

      assertThat(recorder.counts())
          .containsEntry(Phase.INVOKE, 2L)
          .containsEntry(Phase.UNKNOWN, 1L)
          .containsEntry(Phase.OK, 0L);
    }
  }

  @Test
  void an_operation_ends_once() {
    try (Recorder recorder = new Recorder(new HarnessClock())) {
      long id = recorder.invoke(1, "locks", "k", "lock", Map.of());
      recorder.complete(id, Phase.OK, Map.of());

      assertThatIllegalArgumentException()
          .isThrownBy(() -> recorder.complete(id, Phase.OK, Map.of()));
    }
  }
}
