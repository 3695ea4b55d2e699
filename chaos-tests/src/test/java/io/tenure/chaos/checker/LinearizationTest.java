package io.tenure.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.history.History;
import io.tenure.chaos.history.Op;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories of a lock that was simulated right, so that an order exists, and the same with
 * one answer changed, so that none does.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LinearizationTest {

  private static final int SEEDS = 60;
  private static final long TTL_MILLIS = 500;

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.03, 0.1})
  void what_a_right_lock_answered_has_an_order(double unknown) {
    for (int seed = 0; seed < SEEDS; seed++) {
      assertThat(search(new Simulation(seed, unknown).run(150)).outcome())
          .as("seed %d", seed)
          .isEqualTo(CheckOutcome.VALID);
    }
  }

  @Test
  void a_read_that_shows_an_older_grant_has_none() {
    int judged = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Op> ops = new Simulation(seed, 0.03).run(150);
      if (corrupt(ops)) {
        judged++;
        assertThat(search(ops).outcome()).as("seed %d", seed).isEqualTo(CheckOutcome.INVALID);
      }
    }
    assertThat(judged).isGreaterThan(SEEDS / 2);
  }

  @Test
  void a_search_without_time_says_that_it_does_not_know() {
    List<Op> ops = new Simulation(1, 0.2).run(2000);

    assertThat(
            new Linearization<>(new LeaseModel(LeaseModel.Proof.TOKEN, 1), spans(ops))
                .search(System.nanoTime() - 1)
                .outcome())
        .isEqualTo(CheckOutcome.UNKNOWN);
  }

  @Test
  void a_break_names_the_operation_that_does_not_fit() {
    List<Op> ops = new Simulation(3, 0).run(100);
    assertThat(corrupt(ops)).isTrue();

    Linearization.Finding found = search(ops);

    assertThat(found.stuck()).isPresent();
    assertThat(found.longest()).isPositive();
  }

  private static Linearization.Finding search(List<Op> ops) {
    return new Linearization<>(new LeaseModel(LeaseModel.Proof.TOKEN, 1), spans(ops))
        .search(System.nanoTime() + TimeUnit.SECONDS.toNanos(30));
  }

  private static List<Span> spans(List<Op> ops) {
    return History.of(ops).spans();
  }

  /** Lets the last read of a grant show the first grant of all, if those are not the same. */
  private static boolean corrupt(List<Op> ops) {
    Long first = null;
    for (Op op : ops) {
      Object token = op.fields().get(Field.TOKEN);
      if (first == null && op.phase() == Phase.OK && op.action().equals("lock")) {
        first = (Long) token;
      }
    }
    for (int i = ops.size() - 1; i >= 0 && first != null; i--) {
      Op op = ops.get(i);
      Object token = op.fields().get(Field.TOKEN);
      if (op.action().equals("read") && token != null && !token.equals(first)) {
        Map<String, Object> old = new HashMap<>(op.fields());
        old.put(Field.TOKEN, first);
        ops.set(i, new Op(op.id(), op.process(), "w", "k", "read", Phase.OK, op.nanos(), old));
        return true;
      }
    }
    return false;
  }

  /** A lock whose operations take their effect at a random moment between beginning and end. */
  private static final class Simulation {

    private static final int CLIENTS = 5;

    private final Random random;
    private final double unknown;
    private final List<Op> ops = new ArrayList<>();
    private final Map<Integer, Long> proofs = new HashMap<>();
    private long token;
    private long holder;
    private long until;

    Simulation(long seed, double unknown) {
      this.random = new Random(seed);
      this.unknown = unknown;
    }

    private record Plan(int client, String action, long begin, long effect, long end) {}

    List<Op> run(int count) {
      List<Plan> plans = new ArrayList<>();
      long[] free = new long[CLIENTS];
      for (int i = 0; i < count; i++) {
        int client = random.nextInt(CLIENTS);
        long begin = free[client] + random.nextInt(50);
        long end = begin + 1 + random.nextInt(60);
        long effect = begin + random.nextInt((int) (end - begin) + 1);
        free[client] = end + 1;
        String action = List.of("lock", "lock", "renew", "release", "read").get(random.nextInt(5));
        plans.add(new Plan(client, action, begin, effect, end));
      }
      plans.sort(Comparator.comparingLong(Plan::effect));
      for (int i = 0; i < plans.size(); i++) {
        perform(i + 1, plans.get(i));
      }
      ops.sort(Comparator.comparingLong(Op::nanos).thenComparing(op -> op.phase() != Phase.INVOKE));
      return ops;
    }

    private void perform(long id, Plan plan) {
      boolean lost = random.nextDouble() < unknown;
      Map<String, Object> asked = new HashMap<>();
      asked.put(Field.TTL_MILLIS, TTL_MILLIS);
      asked.put(Field.PROOF, proofs.getOrDefault(plan.client, 1L));
      Map<String, Object> answer =
          lost && random.nextBoolean() ? Map.of() : apply(plan, (Long) asked.get(Field.PROOF));
      if (!lost && answer.get(Field.TOKEN) instanceof Long told && !plan.action.equals("read")) {
        proofs.put(plan.client, told);
      }
      add(id, plan, Phase.INVOKE, plan.begin, asked);
      add(id, plan, lost ? Phase.UNKNOWN : Phase.OK, plan.end, lost ? Map.of() : answer);
    }

    private void add(long id, Plan plan, Phase phase, long millis, Map<String, Object> fields) {
      ops.add(new Op(id, plan.client, "w", "k", plan.action, phase, Story.nanos(millis), fields));
    }

    private Map<String, Object> apply(Plan plan, long proof) {
      boolean held = holder != 0 && plan.effect < until;
      if (!held) {
        holder = 0;
      }
      return switch (plan.action) {
        case "lock" -> held ? result(Result.HELD) : hold(plan, Result.GRANTED);
        case "read" ->
            held
                ? Story.map(Field.RESULT, Result.SEEN, Field.TOKEN, holder)
                : result(Result.ABSENT);
        default -> held ? proven(plan, proof) : result(Result.GONE);
      };
    }

    private Map<String, Object> proven(Plan plan, long proof) {
      if (proof != holder) {
        return result(Result.OTHER);
      }
      if (plan.action.equals("renew")) {
        return hold(plan, Result.RENEWED);
      }
      holder = 0;
      return result(Result.ENDED);
    }

    private Map<String, Object> hold(Plan plan, String result) {
      token += 1 + random.nextInt(3);
      holder = token;
      until = plan.effect + TTL_MILLIS;
      return Story.map(Field.RESULT, result, Field.TOKEN, token);
    }

    private static Map<String, Object> result(String word) {
      return Map.of(Field.RESULT, word);
    }
  }
}
