package io.tenure.kernel;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ClaimStatusTest {

  @Test
  void moves_only_as_the_table_says() {
    assertThat(transitions())
        .isEqualTo(
            """
            from \\ to   WAITING  ACTIVE RELEASED ABORTED EXPIRED REVOKED WITHDRAWN
            WAITING         .       x       .        x       .       x       x
            ACTIVE          .       .       x        x       x       x       x
            RELEASED        .       .       .        .       .       .       .
            ABORTED         .       .       .        .       .       .       .
            EXPIRED         .       .       .        .       .       .       .
            REVOKED         .       .       .        .       .       .       .
            WITHDRAWN       .       .       .        .       .       .       .
            """
                .replaceAll(" +", " "));
  }

  @ParameterizedTest
  @EnumSource(ClaimStatus.class)
  void is_final_exactly_if_it_leads_nowhere(ClaimStatus status) {
    boolean leadsNowhere = Stream.of(ClaimStatus.values()).noneMatch(status::mayBecome);

    assertThat(status.isFinal()).isEqualTo(leadsNowhere);
    assertThat(status.isLive()).isEqualTo(!leadsNowhere);
  }

  private static String transitions() {
    String header = "from \\ to " + row(Stream.of(ClaimStatus.values()).map(Enum::name));
    return Stream.of(ClaimStatus.values())
        .map(from -> from + " " + row(marks(from)))
        .collect(joining("", header, ""));
  }

  private static Stream<String> marks(ClaimStatus from) {
    return Stream.of(ClaimStatus.values()).map(to -> from.mayBecome(to) ? "x" : ".");
  }

  private static String row(Stream<String> cells) {
    return cells.collect(joining(" ")) + "\n";
  }
}
