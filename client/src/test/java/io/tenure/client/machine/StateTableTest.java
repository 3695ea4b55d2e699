package io.tenure.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StateTableTest {

  /** The table that the client was first described with, its slips settled. */
  private static final String FIRST_DESCRIPTION =
      """
      new | Registering | - | send POST, create timeout timer
      Aborting | aborted | response (204) | -
      Aborting | done | signal received | -
      Aborting | done | timeout timer triggers | -
      Aborting | fail | response (4xx) | terminate client
      Aborting | retrying abort | response (5xx) | create retry timer
      Activating | Aborting | signal received | send PATCH (status=aborted)
      Activating | Withdrawing | timeout timer triggers | send PATCH (status=withdrawn)
      Activating | active | response (200) | create renew timer, delete timeout timer, notify client lock is acquired
      Activating | fail | response (4xx) | terminate client
      Activating | retrying activate | response (5xx) | create retry timer
      Activating | waiting | response (409) | create activate timer
      Registering | done | signal received | delete timeout timer
      Registering | done | timeout timer triggers | notify client of timeout
      Registering | fail | response (4xx except 404) | terminate client
      Registering | retrying register | response (5xx, 404) | create retry timer
      Registering | active | response (201) | create renew timer, delete timeout timer, notify client lock is acquired
      Registering | waiting | response (202) | create activate timer
      Releasing | done | signal received | -
      Releasing | done | timeout timer triggers | -
      Releasing | fail | response (4xx) | terminate client
      Releasing | released | response (204) | notify client lock is released
      Releasing | retrying release | response (5xx) | create retry timer
      Renewing | Aborting | signal received | send PATCH (status=aborted)
      Renewing | Releasing | client requests release | send PATCH (status=released)
      Renewing | active | response (200) | create renew timer
      Renewing | fail | response (4xx) | terminate client
      Renewing | retrying renew | response (5xx) | create retry timer
      Withdrawing | done | signal received | -
      Withdrawing | done | timeout timer triggers | -
      Withdrawing | fail | response (4xx) | terminate client
      Withdrawing | retrying withdraw | response (5xx) | create retry timer
      Withdrawing | withdrawn | response (204) | -
      active | Aborting | signal received | send PATCH (status=aborted), delete renew timer
      active | Releasing | client requests release | send PATCH (status=released), delete renew timer
      active | Renewing | renew timer triggers | send PATCH (ttl=...)
      retrying abort | Aborting | retry timer triggers | send PATCH (status=aborted)
      retrying abort | done | signal received | -
      retrying abort | done | timeout timer triggers | -
      retrying activate | Aborting | signal received | send PATCH (status=aborted), delete retry timer
      retrying activate | Activating | retry timer triggers | send PATCH (status=active)
      retrying activate | Withdrawing | timeout timer triggers | send PATCH (status=withdrawn), delete retry timer
      retrying register | Registering | retry timer triggers | send POST
      retrying register | done | signal received | delete timeout timer
      retrying register | done | timeout timer triggers | notify client of timeout
      retrying release | Releasing | retry timer triggers | send PATCH (status=released)
      retrying release | done | signal received | -
      retrying release | done | timeout timer triggers | -
      retrying renew | Aborting | signal received | send PATCH (status=aborted), delete retry timer
      retrying renew | Releasing | client requests release | send PATCH (status=released), delete retry timer
      retrying renew | Renewing | retry timer triggers | send PATCH (ttl=...)
      retrying withdraw | Withdrawing | retry timer triggers | send PATCH (status=withdrawn)
      retrying withdraw | done | signal received | -
      retrying withdraw | done | timeout timer triggers | -
      waiting | Aborting | signal received | send PATCH (status=aborted), delete activate timer
      waiting | Activating | activate timer triggers | send PATCH (status=active)
      waiting | Withdrawing | timeout timer triggers | send PATCH (status=withdrawn), delete activate timer
      """;

  private static final Path DOCUMENT = root().resolve("docs/client.md");

  @Test
  void the_document_has_the_states_of_the_code() throws IOException {
    List<String> printed =
        Stream.of(State.values())
            .map(state -> "| %s | %s |".formatted(state.text(), state.description()))
            .toList();
    print(printed);
    assertThat(tableBelow("| State | Meaning |")).isEqualTo(printed);
  }

  @Test
  void the_document_has_the_transitions_of_the_code() throws IOException {
    List<String> printed = StateTable.ROWS.stream().map(Row::text).toList();
    print(printed);
    assertThat(tableBelow("| Source | Destination | Condition | Actions | |")).isEqualTo(printed);
  }

  @Test
  void every_transition_of_the_first_description_is_there_with_its_actions() {
    List<String[]> described =
        FIRST_DESCRIPTION.lines().map(line -> line.strip().split(" \\| ")).toList();
    assertThat(described).hasSize(57);
    for (String[] each : described) {
      Row row =
          StateTable.ROWS.stream()
              .filter(one -> one.source().text().equals(each[0]))
              .filter(one -> one.condition().text().equals(each[2]))
              .findFirst()
              .orElseThrow(() -> new AssertionError(List.of(each) + " is missing"));
      assertThat(row.destination().text()).as(row.toString()).isEqualTo(each[1]);
      assertThat(row.added()).as(row.toString()).isFalse();
      List<String> actions = row.actions().stream().map(Action::text).toList();
      Stream.of(each[3].split(", "))
          .filter(action -> !action.equals("-"))
          .forEach(action -> assertThat(actions).as(row.toString()).contains(action));
    }
    long own = StateTable.ROWS.stream().filter(Row::added).count();
    assertThat(StateTable.ROWS).hasSize(described.size() + (int) own);
  }

  @Test
  void no_two_rows_of_a_state_have_the_same_condition() {
    Set<String> seen = new HashSet<>();
    assertThat(StateTable.ROWS)
        .allSatisfy(row -> assertThat(seen.add(row.source() + "/" + row.condition())).isTrue());
  }

  @Test
  void every_state_that_awaits_an_answer_knows_what_to_do_with_any() {
    for (State state : State.values()) {
      boolean awaits = Character.isUpperCase(state.text().charAt(0));
      if (awaits) {
        assertThat(IntStream.of(400, 401, 403, 404, 409, 422, 500, 503))
            .as(state.text())
            .allSatisfy(status -> assertThat(StateTable.find(state, status)).isPresent());
      } else {
        assertThat(StateTable.find(state, 503)).as(state.text()).isEmpty();
      }
    }
  }

  @Test
  void an_exact_status_goes_before_a_class_of_them() {
    assertThat(StateTable.find(State.ACTIVATING, 409).orElseThrow().destination())
        .isEqualTo(State.WAITING);
    assertThat(StateTable.find(State.ACTIVATING, 410).orElseThrow().destination())
        .isEqualTo(State.FAIL);
    assertThat(StateTable.find(State.REGISTERING, 404).orElseThrow().destination())
        .isEqualTo(State.RETRYING_REGISTER);
  }

  @Test
  void final_states_lead_nowhere_and_all_others_somewhere() {
    for (State state : State.values()) {
      boolean leads = StateTable.ROWS.stream().anyMatch(row -> row.source() == state);
      assertThat(leads).as(state.text()).isEqualTo(!state.isFinal());
    }
  }

  private static void print(List<String> lines) {
    lines.forEach(System.out::println);
  }

  private static List<String> tableBelow(String header) throws IOException {
    List<String> lines = Files.readAllLines(DOCUMENT);
    int start = lines.indexOf(header);
    assertThat(start).as(header).isNotNegative();
    return lines.subList(start + 2, lines.size()).stream()
        .takeWhile(line -> line.startsWith("|"))
        .toList();
  }

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("settings.gradle"))) {
      directory = directory.getParent();
    }
    return directory;
  }
}
