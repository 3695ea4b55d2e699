package io.tenure.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.replication.DigestComparison.Agreed;
import io.tenure.replication.DigestComparison.Differs;
import io.tenure.replication.DigestComparison.Outvoted;
import io.tenure.replication.DigestComparison.Report;
import io.tenure.replication.DigestComparison.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DigestComparisonTest {

  private static Report report(String member, Map<Long, Long> digests) {
    return new Report(member, "1", new TreeMap<>(digests));
  }

  private static Verdict judge(int size, Report own, Report... others) {
    return DigestComparison.judge(size, own, List.of(others));
  }

  private static final Report OWN = report("n1", Map.of(1024L, 7L, 2048L, 8L));

  @Test
  void a_member_that_two_of_three_contradict_is_outvoted() {
    assertThat(judge(3, OWN, report("n2", Map.of(2048L, 9L)), report("n3", Map.of(2048L, 9L))))
        .isEqualTo(new Outvoted(2048, 8, 9, List.of("n2", "n3")));
  }

  @Test
  void a_member_that_one_of_two_others_contradicts_is_not_outvoted() {
    assertThat(judge(3, OWN, report("n2", Map.of(2048L, 9L)), report("n3", Map.of(2048L, 8L))))
        .isEqualTo(new Differs(2048, List.of("n2")));
    assertThat(judge(3, OWN, report("n2", Map.of(2048L, 9L))))
        .isEqualTo(new Differs(2048, List.of("n2")));
  }

  @Test
  void those_who_contradict_must_agree_with_each_other() {
    assertThat(judge(3, OWN, report("n2", Map.of(2048L, 9L)), report("n3", Map.of(2048L, 10L))))
        .isEqualTo(new Differs(2048, List.of("n2", "n3")));
  }

  @Test
  void the_majority_is_one_of_all_members_and_not_of_those_who_could_be_asked() {
    Report second = report("n2", Map.of(1024L, 9L));
    Report third = report("n3", Map.of(1024L, 9L));
    assertThat(judge(5, OWN, second, third)).isEqualTo(new Differs(1024, List.of("n2", "n3")));
    assertThat(judge(5, OWN, second, third, report("n4", Map.of(1024L, 9L))))
        .isEqualTo(new Outvoted(1024, 7, 9, List.of("n2", "n3", "n4")));
    assertThat(judge(2, OWN, second)).isEqualTo(new Differs(1024, List.of("n2")));
    assertThat(judge(1, OWN)).isEqualTo(new Agreed());
  }

  @Test
  void only_what_both_have_is_compared() {
    Report elsewhere = report("n2", Map.of(3072L, 1L, 1024L, 7L));
    assertThat(judge(3, OWN, elsewhere, report("n3", Map.of(4096L, 1L)))).isEqualTo(new Agreed());
  }

  @Test
  void being_outvoted_at_one_index_outweighs_a_difference_at_another() {
    assertThat(
            judge(
                3,
                OWN,
                report("n2", Map.of(1024L, 9L, 2048L, 9L)),
                report("n3", Map.of(1024L, 9L))))
        .isEqualTo(new Outvoted(1024, 7, 9, List.of("n2", "n3")));
  }

  @Test
  void members_of_another_version_have_no_say() {
    Report newer = new Report("n2", "2", new TreeMap<>(Map.of(1024L, 9L)));
    Report newerToo = new Report("n3", "2", new TreeMap<>(Map.of(1024L, 9L)));
    assertThat(judge(3, OWN, newer, newerToo)).isEqualTo(new Agreed());
  }
}
