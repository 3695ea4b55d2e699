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

  @ParameterizedTest
  @CsvSource({
    "/v1/resources/a//b, a//b",
    "//v1//resources//a%2F%2Fb//, a//b",
    "/v1/resources/a%2F/, a/",
  })
  void the_rest_of_a_path_keeps_its_slashes(String path, String rest) {
    assertThat(RawPath.from(path, 2)).isEqualTo(rest);
  }

  @Test
  void a_segment_is_found_by_its_place() {
    assertThat(RawPath.segment("//v1//claims/%37/", 2)).isEqualTo("7");
    assertThat(RawPath.segment("/v1/claims/7", 0)).isEqualTo("v1");
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
}
