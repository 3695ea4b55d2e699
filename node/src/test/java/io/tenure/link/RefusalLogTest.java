package io.tenure.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RefusalLogTest {

  private long nanos = Long.MAX_VALUE - 5; // so that it overflows soon
  private final List<String> lines = new ArrayList<>();
  private final RefusalLog log = new RefusalLog(() -> nanos, lines::add);

  private void passSeconds(int seconds) {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void a_line_is_logged_once_a_minute() {
    for (int second = 0; second < 120; second++) {
      log.refused("10.0.0.9", "no member");
      passSeconds(1);
    }
    assertThat(lines).containsExactly("no member", "no member");
  }

  @Test
  void another_reason_and_another_sender_have_lines_of_their_own() {
    log.refused("10.0.0.9", "no member");
    log.refused("10.0.0.9", "no manners");
    log.refused("10.0.0.8", "no member");
    log.refused("10.0.0.9", "no manners");

    assertThat(lines).containsExactly("no member", "no manners", "no member");
  }

  @Test
  void whoever_has_a_new_name_each_time_gets_sixty_lines_a_minute() {
    for (int i = 0; i < 10_000; i++) {
      log.refused("10.0.0.9", "no member: " + i);
    }
    assertThat(lines).hasSize(60);
    passSeconds(60);
    log.refused("10.0.0.9", "no member: 0");
    assertThat(lines).hasSize(61);
  }

  @Test
  void a_long_line_is_cut() {
    log.refused("10.0.0.9", "x".repeat(20_000));
    assertThat(lines.get(0)).hasSize(1_000);
  }
}
