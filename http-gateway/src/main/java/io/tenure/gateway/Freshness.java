package io.tenure.gateway;

import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.StateView;
import io.tenure.service.Consistency;
import java.util.List;
import java.util.Optional;

/** How a client asks for a read of this node's own state, and how it learns how old that is. */
public final class Freshness {

  public static final String PARAMETER = "consistency";
  public static final String HEADER = "Tenure-Staleness";

  /** The parameter, for routes that read the state. */
  public static final QueryParameter CONSISTENCY =
      QueryParameter.word(
          PARAMETER,
          "local: what this node knows, without asking the others",
          List.of("local", "linearizable"));

  private Freshness() {}

  /** The consistency that a word in a query stands for. */
  public static Optional<Consistency> parse(String word) {
    return switch (word) {
      case "local" -> Optional.of(Consistency.LOCAL);
      case "linearizable" -> Optional.of(Consistency.LINEARIZABLE);
      default -> Optional.empty();
    };
  }

  /** Says how old the state that an answer shows is at most, in seconds. */
  public static Answer mark(Answer answer, long staleMicros) {
    return answer.with(
        HEADER,
        staleMicros == StateView.UNKNOWN_AGE ? "unknown" : JsonText.secondsText(staleMicros));
  }
}
