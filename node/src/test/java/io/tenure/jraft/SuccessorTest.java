package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.entity.PeerId;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SuccessorTest {

  private static final PeerId SECOND = RaftTuning.peer("127.0.0.1:7002");
  private static final PeerId THIRD = RaftTuning.peer("127.0.0.1:7003");
  private static final List<PeerId> OTHERS = List.of(SECOND, THIRD);

  @Test
  void whoever_has_the_most_of_the_log_takes_over_if_all_can() {
    assertThat(Successor.among(OTHERS, peer -> true)).contains(PeerId.ANY_PEER);
  }

  @Test
  void a_member_that_is_gone_is_passed_over() {
    assertThat(Successor.among(OTHERS, THIRD::equals)).contains(THIRD);
    assertThat(Successor.among(OTHERS, SECOND::equals)).contains(SECOND);
  }

  @Test
  void nobody_takes_over_from_one_who_is_alone() {
    assertThat(Successor.among(OTHERS, peer -> false)).isEmpty();
    assertThat(Successor.among(List.of(), peer -> true)).isEmpty();
  }
}
