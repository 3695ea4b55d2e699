package io.tenure.gateway.leases;

import io.tenure.gateway.Call;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.QueryString;
import io.tenure.gateway.QueryString.Parameter;
import io.tenure.service.Consistency;
import java.util.List;

/** What may stand behind the question mark: the consistency of a read, and nothing else. */
final class LeaseQuery {

  private LeaseQuery() {}

  static Consistency read(Call call) {
    List<Parameter> parameters = QueryString.of(call).parameters();
    if (parameters.isEmpty()) {
      return Consistency.LINEARIZABLE;
    }
    Parameter first = parameters.get(0);
    if (parameters.size() > 1 || !first.name().equals(Freshness.PARAMETER)) {
      throw bad("a lease has no query string but " + Freshness.PARAMETER);
    }
    return Freshness.parse(first.value())
        .orElseThrow(() -> bad(Freshness.PARAMETER + " must be local or linearizable"));
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(400, "bad-query", detail));
  }
}
