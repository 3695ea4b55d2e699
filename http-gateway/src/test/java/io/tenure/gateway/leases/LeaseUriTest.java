package io.tenure.gateway.leases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.gateway.AllDialects;
import io.tenure.gateway.FakeCall;
import io.tenure.gateway.Names;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.RawPath;
import io.tenure.kernel.ResourceKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseUriTest {

  private static LeaseUri lease(String namespace, String name) {
    return new LeaseUri(namespace, name, "leases/" + namespace + "//" + name);
  }

  private static LeaseUri parse(String rawPath) {
    return LeaseUri.of(RawPath.segments(rawPath), Names.MOST_BYTES);
  }

  @Test
  void the_first_of_the_two_words_parts_namespace_and_name() {
    assertThat(parse("/v1/a/leases/b")).isEqualTo(lease("a", "b"));
    assertThat(parse("/v1/a/b/lease/c/d")).isEqualTo(lease("a/b", "c/d"));
    assertThat(parse("/v1/a/lease/b/leases/c")).isEqualTo(lease("a", "b/leases/c"));
    assertThat(parse("/v1/a/%6Cease/b%2Fc/")).isEqualTo(lease("a", "b/c"));
    assertThat(parse("/v1/Leases/leases/b")).isEqualTo(lease("Leases", "b"));
    assertThat(parse("/v1/a/leases/b").key()).isEqualTo("leases/a//b");
    assertThat(parse("/v1/a/leases/b").quota()).isEqualTo("leases/a");
  }

  @Test
  void a_lease_is_found_by_its_resource() {
    for (String path : List.of("/v1/a/leases/b", "/v1/a/b/leases/c", "/v1/a/leases/b/c")) {
      assertThat(LeaseUri.of(parse(path).resource())).contains(parse(path));
    }
    assertThat(LeaseUri.of(new ResourceKey("leases/a/b"))).isEmpty();
  }

  @Test
  void only_the_name_list_is_the_list() {
    assertThat(parse("/v1/a/lease/list").isList()).isTrue();
    assertThat(parse("/v1/a/leases/list/").isList()).isTrue();
    assertThat(parse("/v1/a/leases/list/x").isList()).isFalse();
    assertThat(parse("/v1/list/leases/x").isList()).isFalse();
  }

  @Test
  void links_lead_to_where_they_say() {
    LeaseUri uri = parse("/v1/a%20b/%C3%BC/leases/x+y%25");
    assertThat(uri.listPath()).isEqualTo("/v1/a%20b/%C3%BC/lease/list");
    assertThat(uri.path()).isEqualTo("/v1/a%20b/%C3%BC/leases/x%2By%25");
    assertThat(parse(uri.path())).isEqualTo(uri);
  }

  @Test
  void other_paths_are_refused() {
    for (String path :
        List.of(
            "/v1/a/b",
            "/v1/a/leases",
            "/v1/leases/b",
            "/v1/lease/list",
            "/v1/%2F/leases/b",
            "/v1/a/leases/%2F",
            "/v1/a/leases/b%2F%2Fc",
            "/v1/a/leases/b%2F/c",
            "/v1/a%2F%2Fb/leases/c",
            "/v1/a%2F/leases/b",
            "/v1/a/leases/%2Fb",
            "/v1/events/leases/b",
            "/v1/resources%2Fx/leases/b",
            "/v1/a/leases/%07")) {
      assertThatThrownBy(() -> parse(path)).as(path).isInstanceOf(ProblemException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/a/leases/b", "/v1/a/b", "//v1//a/leases", "/v1/renewals/leases/b"})
  void what_has_a_namespace_is_served(String path) {
    assertThat(isLeases(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/v1",
        "/v1/",
        "/v1/renewals",
        "/v1/claims/1",
        "/v1/claims/leases/x",
        "/v1/events/leases/x",
        "/v1/resources/leases/x",
        "/v2/a/leases/b",
        "/api/locks",
        "/health"
      })
  void what_belongs_to_others_is_not_served(String path) {
    assertThat(isLeases(path)).isFalse();
  }

  private static boolean isLeases(String path) {
    try (AllDialects all = new AllDialects()) {
      return all.send(FakeCall.of("GET", path)).header(Headers.IS_YOU).isPresent();
    }
  }
}
