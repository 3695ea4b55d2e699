package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawPathTest {

  @ParameterizedTest
  @ValueSource(strings = {"/v1/claims/7", "/v1/claims/7/", "//v1///claims//7//", "v1/claims/%37"})
  void slashes_that_mean_nothing_are_passed_over(String path) {
    assertThat(RawPath.segments(path)).containsExactly("v1", "claims", "7");
  }

  @Test
  void what_follows_some_segments_keeps_its_slashes() {
    assertThat(RawPath.after("/v1/resources/a//b", "v1", "resources")).isEqualTo("a//b");
    assertThat(RawPath.after("//v1//resources//a%2F%2Fb//", "v1", "resources")).isEqualTo("a//b");
    assertThat(RawPath.after("/v1/resources/a%2F/", "v1", "resources")).isEqualTo("a/");
    assertThat(RawPath.after("/v1/resources//", "v1", "resources")).isEmpty();
    assertThat(RawPath.after("/v2/resources/a", "v1", "resources")).isEmpty();
  }

  @Test
  void segments_are_decoded_one_by_one() {
    assertThat(RawPath.segments("/a%2Fb/%C3%BC+/%f0%9f%98%80")).containsExactly("a/b", "ü+", "😀");
    assertThat(RawPath.segments("/\u00c3\u00bc")).containsExactly("ü");
    assertThat(RawPath.segments("/")).isEmpty();
    assertThat(RawPath.segments("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/%", "/%4", "/%zz", "/a%/b", "/%ff", "/%c3", "/%c0%80", "/%ed%a0%80", "/\u00e4"})
  void bad_encoding_is_refused(String path) {
    assertThatThrownBy(() -> RawPath.segments(path))
        .isInstanceOfSatisfying(
            ProblemException.class, e -> assertThat(e.problem().status()).isEqualTo(400));
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/claims, true",
    "/v1/claims/, true",
    "//v1//claims//7, true",
    "/v1/claims/%ff, true",
    "/v1/claimsx, false",
    "/v1/claim, false",
    "/v1, false",
    "/, false",
    "'', false",
    "/x/v1/claims, false"
  })
  void the_beginning_is_recognized_by_whole_segments(String path, boolean starts) {
    assertThat(RawPath.startsWith(path, "v1", "claims")).isEqualTo(starts);
  }
}
