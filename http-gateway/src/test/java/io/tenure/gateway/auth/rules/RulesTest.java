package io.tenure.gateway.auth.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.gateway.Principal;
import io.tenure.gateway.Right;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RulesTest {

  private static final String RULES =
      """
      #      who                    right   on
      allow  group:ops              admin   *
      allow  cert:spiffe://prod/db-* write  leases/db/
      allow  token:ci               write   ci/  leases/ci/  locks/ci-   # the builds
      allow  group:staff            write   team/{name}/
      deny   anonymous              write   *
      deny   *                      read    secret/
      allow  *                      read    *
      """;

  private static Principal in(String name, String... groups) {
    return new Principal(name, Set.of(groups), Instant.MAX);
  }

  private static String decide(Principal principal, Right right, String resource)
      throws IOException {
    return told(RulesFile.parse(RULES).decide(principal, right, resource));
  }

  private static String told(Decision decision) {
    return decision.allowed()
        + decision.line().map(line -> " by " + line.number()).orElse(" by none");
  }

  @Test
  void the_first_line_that_fits_decides() throws IOException {
    Principal ci = in("token:ci");
    assertThat(decide(ci, Right.WRITE, "locks/ci-deploy")).isEqualTo("true by 4");
    assertThat(decide(ci, Right.READ, "ci/x")).isEqualTo("true by 4");
    assertThat(decide(ci, Right.REVOKE, "ci/x")).isEqualTo("false by none");
    assertThat(decide(ci, Right.WRITE, "db-master")).isEqualTo("false by none");
    assertThat(decide(ci, Right.READ, "db-master")).isEqualTo("true by 8");
    assertThat(decide(ci, Right.READ, "secret/a")).isEqualTo("false by 7");
    assertThat(decide(in("jwt:root", "ops"), Right.ADMIN, "secret/a")).isEqualTo("true by 2");
    assertThat(decide(in("cert:spiffe://prod/db-7"), Right.WRITE, "leases/db//m"))
        .isEqualTo("true by 3");
    assertThat(decide(Principal.ANONYMOUS, Right.REVOKE, "x")).isEqualTo("false by 6");
    assertThat(decide(Principal.ANONYMOUS, Right.READ, "x")).isEqualTo("true by 8");
  }

  @Test
  void everybody_has_a_place_of_its_own_but_not_by_a_name_with_slashes() throws IOException {
    assertThat(decide(in("jwt:alice", "staff"), Right.WRITE, "team/alice/x"))
        .isEqualTo("true by 5");
    assertThat(decide(in("jwt:alice", "staff"), Right.WRITE, "team/bob/x"))
        .isEqualTo("false by none");
    assertThat(decide(in("jwt:alice/x", "staff"), Right.WRITE, "team/alice/x/y"))
        .isEqualTo("false by none");
    assertThat(decide(in("jwt:", "staff"), Right.WRITE, "team//y")).isEqualTo("false by none");
  }

  @Test
  void all_below_a_prefix_may_be_read_if_nothing_there_is_denied() throws IOException {
    Rules rules = RulesFile.parse(RULES);
    assertThat(told(rules.decideAll(in("token:ci"), Right.READ, ""))).isEqualTo("false by 7");
    assertThat(told(rules.decideAll(in("token:ci"), Right.READ, "ci/"))).isEqualTo("true by 4");
    assertThat(told(rules.decideAll(in("token:ci"), Right.READ, "public/"))).isEqualTo("true by 8");
    assertThat(told(rules.decideAll(in("token:x", "ops"), Right.READ, ""))).isEqualTo("true by 2");
  }

  @Test
  void every_line_that_is_no_rule_is_named() {
    assertThatThrownBy(
            () ->
                RulesFile.parse(
                    """
                    permit * read *
                    allow * read
                    allow * see *
                    allow alice read *
                    deny jwt:*x read *
                    allow * read a*b
                    allow * read {user}/
                    quota * rate=5/s
                    """))
        .isInstanceOf(IOException.class)
        .satisfies(
            failure -> {
              for (int line = 1; line <= 8; line++) {
                assertThat(failure).hasMessageContaining("line " + line + ": ");
              }
            });
  }

  /** A slow reference: the rules as sentences, over every name that there could be. */
  private record Sentence(String allow, String who, String right, List<String> on) {

    boolean decides(Principal principal, String wanted, String resource) {
      List<String> rights = List.of("read", "write", "revoke", "admin");
      int distance = rights.indexOf(wanted) - rights.indexOf(right);
      boolean rightFits = allow.equals("allow") ? distance <= 0 : distance >= 0;
      String own = principal.name().replaceFirst("^[^:]*:", "");
      boolean homeless = own.contains("/") || principal.name().equals("anonymous");
      return rightFits
          && whoFits(principal)
          && on.stream()
              .filter(prefix -> !(prefix.contains("{name}") && homeless))
              .map(prefix -> prefix.replace("{name}", own).replaceFirst("\\*$", ""))
              .anyMatch(prefix -> resource.indexOf(prefix) == 0);
    }

    private boolean whoFits(Principal principal) {
      List<String> names = new ArrayList<>(List.of(principal.name()));
      principal.groups().forEach(group -> names.add("group:" + group));
      String pattern = who.replace("*", "");
      return names.stream()
          .filter(name -> who.equals("*") || who.startsWith("group:") == name.startsWith("group:"))
          .anyMatch(name -> who.endsWith("*") ? name.startsWith(pattern) : name.equals(who));
    }
  }

  private static <T> T one(Random chance, List<T> of) {
    return of.get(chance.nextInt(of.size()));
  }

  private static Sentence sentence(Random chance) {
    List<String> on = new ArrayList<>();
    for (int i = chance.nextInt(2); i >= 0; i--) {
      on.add(one(chance, List.of("*", "a", "a/", "a/b", "b*", "{name}/", "a/{name}")));
    }
    return new Sentence(
        one(chance, List.of("allow", "deny")),
        one(chance, List.of("*", "anonymous", "jwt:a", "jwt:*", "jwt:a*", "group:g", "group:*")),
        one(chance, List.of("read", "write", "revoke", "admin")),
        on);
  }

  @Test
  void random_rules_decide_as_a_slow_reference_says() throws IOException {
    Random chance = new Random(15);
    List<Principal> principals =
        List.of(
            Principal.ANONYMOUS, in("jwt:a"), in("jwt:a/b"), in("token:a", "g"), in("jwt:b", "h"));
    List<String> names = List.of("", "a", "b", "a/", "a/a", "a/b", "a/b/c", "b/", "c", "a/bb");
    for (int round = 0; round < 3000; round++) {
      List<Sentence> sentences = new ArrayList<>();
      StringBuilder text = new StringBuilder();
      for (int i = chance.nextInt(6); i >= 0; i--) {
        Sentence next = sentence(chance);
        sentences.add(next);
        text.append(String.join(" ", next.allow, next.who, next.right, String.join(" ", next.on)))
            .append('\n');
      }
      Rules rules = RulesFile.parse(text.toString());
      Principal who = one(chance, principals);
      Right right = one(chance, List.of(Right.READ, Right.WRITE, Right.REVOKE, Right.ADMIN));
      String wanted = right.name().toLowerCase(Locale.ROOT);
      for (String name : names) {
        boolean expected =
            sentences.stream()
                .filter(each -> each.decides(who, wanted, name))
                .findFirst()
                .map(each -> each.allow.equals("allow"))
                .orElse(false);
        assertThat(rules.decide(who, right, name).allowed())
            .as("%s %s %s by%n%s", who.name(), wanted, name, text)
            .isEqualTo(expected);
        if (rules.decideAll(who, right, name).allowed()) {
          assertThat(names.stream().filter(each -> each.startsWith(name)))
              .as("all below %s for %s %s by%n%s", name, who.name(), wanted, text)
              .allMatch(each -> rules.decide(who, right, each).allowed());
        }
      }
    }
  }
}
