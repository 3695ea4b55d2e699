package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The node is known as db.example and 10.0.0.1, and the client is connected to 10.0.0.2. */
class BrowserGuardTest {

  private static final BrowserGuard GUARD = new BrowserGuard(Set.of("db.example", "10.0.0.1"));

  private static int status(BrowserGuard guard, FakeCall call, String asked) {
    return guard.objection(call, asked, "10.0.0.2:8081").map(Problem::status).orElse(200);
  }

  @ParameterizedTest
  @CsvSource({
    "http://db.example:8081,      200",
    "https://DB.Example.,         200",
    "http://10.0.0.1,             200",
    "http://10.0.0.2:8081,        200",
    "http://localhost:1,          200",
    "http://127.3.2.1,            200",
    "http://[::1]:8081,           200",
    "http://10.0.0.3,             421",
    "http://attacker.example,     421",
    "http://db.example.evil.test, 421",
    "http://localhost.evil.test,  421",
    "http://evil.test#db.example, 421",
    "http://[::2],                421",
    "http://,                     421",
  })
  void only_its_own_hosts_are_served(String origin, int status) {
    for (String method : new String[] {"GET", "POST"}) {
      assertThat(status(GUARD, FakeCall.of(method, "/"), origin)).isEqualTo(status);
      assertThat(status(BrowserGuard.OFF, FakeCall.of(method, "/"), origin)).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "POST,   ,                         ,            200",
    "POST,   http://db.example:8081,   same-origin, 200",
    "POST,   http://localhost:9999,    ,            200",
    "POST,   ,                         none,        200",
    "POST,   https://evil.test,        ,            403",
    "POST,   null,                     ,            403",
    "POST,   ,                         cross-site,  403",
    "POST,   ,                         Same-Site,   403",
    "PATCH,  https://evil.test,        cross-site,  403",
    "DELETE, https://evil.test,        ,            403",
    "GET,    https://evil.test,        cross-site,  200",
    "OPTIONS,https://evil.test,        cross-site,  200",
  })
  void only_its_own_pages_change_something(String method, String origin, String site, int status) {
    FakeCall call = FakeCall.of(method, "/");
    call = origin == null ? call : call.header("Origin", origin);
    call = site == null ? call : call.header("Sec-Fetch-Site", site);
    assertThat(status(GUARD, call, "http://db.example")).isEqualTo(status);
  }
}
