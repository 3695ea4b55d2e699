package io.tenure.gateway;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers for the paths that no dialect serves. */
public final class NotFoundDialect implements Dialect {

  private static final int BODY_LIMIT_BYTES = 64 * 1024;

  @Override
  public String name() {
    return "none";
  }

  @Override
  public boolean serves(String rawPath) {
    return true;
  }

  @Override
  public int bodyLimit() {
    return BODY_LIMIT_BYTES;
  }

  @Override
  public CompletionStage<Answer> answer(Call call) {
    return CompletableFuture.completedFuture(
        refuse(Problem.of(404, "not-found", "there is nothing at " + call.rawPath())));
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }
}
