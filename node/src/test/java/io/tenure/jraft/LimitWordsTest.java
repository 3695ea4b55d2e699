package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.config.SettingListing;
import io.tenure.kernel.Limit;
import io.tenure.kernel.Result.LimitReached;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LimitWordsTest {

  @ParameterizedTest
  @EnumSource(names = "EPOCH", mode = EnumSource.Mode.EXCLUDE) // that one is no setting
  void a_limit_is_named_by_the_setting_that_an_operator_can_change(Limit limit) {
    assertThat(SettingListing.text()).contains(LimitWords.settingOf(limit) + " ");
  }

  @Test
  void the_warning_names_the_setting_and_its_value() {
    assertThat(LimitWords.warning(new LimitReached(Limit.MEMO, 100)))
        .isEqualTo("requests are refused: idempotency.keys allows 100");
  }
}
