package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.gateway.QueryString.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryStringTest {

  private static QueryString query(String raw) {
    return QueryString.of(FakeCall.of("GET", "/x?" + raw));
  }

  @Test
  void parameters_keep_their_order_and_may_repeat() {
    assertThat(query("b=1&a=2&&b=%C3%BC+x&c&=d&e=f=g").parameters())
        .containsExactly(
            new Parameter("b", "1"),
            new Parameter("a", "2"),
            new Parameter("b", "ü x"),
            new Parameter("c", ""),
            new Parameter("", "d"),
            new Parameter("e", "f=g"));
    assertThat(query("").parameters()).isEmpty();
    assertThat(QueryString.of(FakeCall.of("GET", "/x")).parameters()).isEmpty();
  }

  @Test
  void what_is_encoded_is_read_back() {
    QueryString query = query("a=%26%3D%3E%22%25%2B+&%C3%BC=1");
    assertThat(query(query.encode())).isEqualTo(query);
    assertThat(query.encode()).matches("[\\w%&=+.*-]+");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=%", "%f=1", "a=%ff", "a=\u00ff"})
  void bad_encoding_is_refused(String raw) {
    assertThatThrownBy(() -> query(raw)).isInstanceOf(ProblemException.class);
  }
}
