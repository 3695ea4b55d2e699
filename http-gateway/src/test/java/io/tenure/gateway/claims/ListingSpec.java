package io.tenure.gateway.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.gateway.Answer;
import io.tenure.gateway.FakeCall;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.QueryString;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims 1, 2, 3 are on a, of which the first has been released; 4 is on b and has expired. */
class ListingSpec {

  private final Claims claims = new Claims();

  @BeforeEach
  void fileSome() {
    claims.file("a", 100);
    claims.file("a", 100);
    claims.pass(Duration.ofSeconds(2));
    claims.file("a", 100);
    claims.file("b", 3);
    claims.pass(Duration.ofSeconds(4));
    claims.patch(1, "{\"status\": \"released\"}");
    claims.pass(Duration.ofSeconds(1));
  }

  private static List<Long> ids(Answer answer) {
    assertThat(answer.status()).isEqualTo(200);
    List<Long> ids = new ArrayList<>();
    for (JsonNode claim : Claims.json(answer)) {
      ids.add(claim.get("id").longValue());
    }
    return ids;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                              | 1 2 3 4",
        "resource=a                                    | 1 2 3",
        "resource=b                                    | 4",
        "resource=c                                    | ",
        "resource=a&resource=b                         | 1 2 3 4",
        "status=active                                 | 2",
        "status=waiting                                | 3",
        "status=released&status=expired                | 1 4",
        "status=aborted                                | ",
        "resource=a&status=active&status=released      | 1 2",
        "minimum_ttl=0                                 | 2",
        "minimum_ttl=159                               | 2",
        "minimum_ttl=159.000001                         | ",
        "maximum_ttl=159                               | 2",
        "maximum_ttl=158.9999999                        | ",
        "minimum_ttl=-5&maximum_ttl=1e30               | 2",
        "minimum_ttl=-1e30                             | 2",
        "minimum_active_duration=0                     | 1 2 4",
        "minimum_active_duration=3&maximum_active_duration=6 | 1 4",
        "maximum_active_duration=-1                    | ",
        "minimum_active_duration=0.002&maximum_active_duration=0.001 | ",
        "minimum_waiting_duration=0                    | 1 2 3 4",
        "minimum_waiting_duration=5                    | 2 3",
        "maximum_waiting_duration=5                    | 1 3 4",
        "minimum_created=1794787202                    | 3 4",
        "minimum_created=1794787202.000002             | ",
        "maximum_created=1794787200.000001             | 1 2",
        "minimum_created=2026-11-16T00:00:02Z          | 3 4",
        "maximum_created=2026-11-16T01:00:00.000001%2B01:00 | 1 2",
        "maximum_created=2026-11-16T01:00:00.000001+01:00   | 1 2",
        "minimum_created=2026-11-16%2000:00:02Z&resource=a  | 3",
        "maximum_created=-5                            | ",
        "limit=2                                       | 1 2",
        "offset=1                                      | 2 3 4",
        "offset=1&limit=2&resource=a                   | 2 3",
        "offset=1000000000                             | ",
        "consistency=local&status=active               | 2",
        "&&resource=b&                                 | 4",
      })
  void filters_let_through(String query, String expected) {
    String wanted = expected == null ? "" : expected;
    List<Long> found = ids(claims.get("/v1/claims/?" + (query == null ? "" : query)));
    assertThat(String.join(" ", found.stream().map(String::valueOf).toList())).isEqualTo(wanted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "minimum_ttl=foo",
        "minimum_ttl=",
        "maximum_ttl=NaN",
        "maximum_ttl=Infinity",
        "maximum_ttl=0x10",
        "minimum_waiting_duration=1e999999999",
        "minimum_created=yesterday",
        "minimum_created=2026-11-16T00:00:02",
        "maximum_created=2026-13-16T00:00:02Z",
        "status=lost",
        "status=ACTIVE",
        "status=",
        "resource=",
        "resource=a%00",
        "limit=0",
        "limit=-1",
        "limit=1001",
        "limit=1.5",
        "limit=99999999999999",
        "offset=-1",
        "offset=x",
        "offset=1000000001",
        "cursor=",
        "cursor=%21",
        "cursor=zzzzzzzzzzzz",
        "consistency=strong",
        "consistency=",
        "color=red",
        "id=1"
      })
  void bad_values_and_unknown_filters_are_refused_by_name(String query) {
    Answer answer = claims.get("/v1/claims/?" + query);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(Claims.json(answer).get("invalid_params").findValuesAsText("name"))
        .containsExactly(query.split("=")[0]);
  }

  @Test
  void only_resource_and_status_may_be_repeated() {
    assertThat(claims.get("/v1/claims/?limit=1&limit=1").status()).isEqualTo(400);
    assertThat(claims.get("/v1/claims/?minimum_ttl=1&minimum_ttl=1").status()).isEqualTo(400);
    assertThat(claims.get("/v1/claims/?cursor=1&offset=1").status()).isEqualTo(400);
  }

  @Test
  void links_lead_through_all_pages_with_the_same_filters() {
    String address = "/v1/claims?limit=1&resource=a&resource=%3E%22&status=active&status=released";
    List<Long> found = new ArrayList<>();
    int pages = 0;
    for (Optional<String> next = Optional.of(address); next.isPresent(); pages++) {
      Answer page = claims.get(next.get());
      found.addAll(ids(page));
      next = page.header("Link").map(ListingSpec::target);
    }
    assertThat(found).containsExactly(1L, 2L);
    assertThat(pages).isEqualTo(2);
  }

  private static String target(String link) {
    assertThat(link).matches("<http://tenure.test:8081/v1/claims/\\?[^<>\" ]+>; rel=\"next\"");
    return link.substring(1 + FakeCall.ORIGIN.length(), link.indexOf('>'));
  }

  @Test
  void a_cursor_stays_right_while_claims_come_and_go() {
    Answer first = claims.get("/v1/claims/?limit=2");
    claims.patch(2, "{\"status\": \"released\"}");
    claims.file("c", 5);
    String next = target(first.header("Link").orElseThrow());
    assertThat(ids(claims.get(next + "&status=active"))).containsExactly(3L, 5L);
    assertThat(ids(claims.get(next))).containsExactly(3L, 4L);
  }

  @Test
  void a_page_goes_on_behind_an_offset() {
    Answer page = claims.get("/v1/claims/?offset=1&limit=1");
    assertThat(ids(page)).containsExactly(2L);
    String next = target(page.header("Link").orElseThrow());
    assertThat(next).doesNotContain("offset");
    assertThat(ids(claims.get(next))).containsExactly(3L);
  }

  @Test
  void a_page_of_large_claims_ends_early_and_goes_on() {
    String data = "\"" + "x".repeat(ClaimsLimits.DEFAULT.dataBytes() - 2) + "\"";
    for (int i = 0; i < 300; i++) {
      claims.post("{\"resource\": \"big\", \"ttl\": 9, \"user_data\": " + data + "}");
    }
    int found = 0;
    int pages = 0;
    Optional<String> next = Optional.of("/v1/claims/?resource=big&limit=1000");
    for (; next.isPresent(); pages++) {
      Answer page = claims.get(next.get());
      assertThat(page.body().length).isLessThan(9 << 20);
      found += ids(page).size();
      next = page.header("Link").map(ListingSpec::target);
    }
    assertThat(found).isEqualTo(300);
    assertThat(pages).isGreaterThan(1);
  }

  @Test
  void local_reads_say_how_old_they_are() {
    claims.leases.lagBehind(Duration.ofMillis(1_250));
    assertThat(claims.get("/v1/claims/?consistency=local").header("Tenure-Staleness"))
        .contains("1.25");
    assertThat(claims.get("/v1/claims/2?consistency=local").header("Tenure-Staleness"))
        .contains("1.25");
    assertThat(claims.get("/v1/claims/2").header("Tenure-Staleness")).isEmpty();
    assertThat(claims.get("/v1/claims/").header("Tenure-Staleness")).isEmpty();
    assertThat(claims.get("/v1/claims/2?color=red").status()).isEqualTo(400);
  }

  @Test
  void an_offset_that_reaches_too_far_is_refused_and_not_answered_wrongly() {
    ClaimsQuery query =
        ClaimsQuery.read(QueryString.of(FakeCall.of("GET", "/v1/claims/?offset=70000")));
    ClaimListing.Page cutShort = new ClaimListing.Page(List.of(), new ClaimId(50_000));
    assertThatThrownBy(() -> new Display(FakeCall.ORIGIN).page(cutShort, query))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("offset");
  }
}
