package io.tenure.gateway;

import java.util.List;

/** Refuses the paths that no dialect serves. */
class NotFoundDialect implements Dialect {

  @Override
  public String name() {
    return "none";
  }

  @Override
  public List<Route> routes() {
    return List.of();
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }
}
