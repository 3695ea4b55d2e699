package io.tenure.gateway.openapi;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.RawPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Serves a document that is written by hand and kept beside the classes. */
public final class OpenApiDialect implements Dialect {

  private static final String METHODS = "GET, HEAD, OPTIONS";
  private static final int BODY_LIMIT_BYTES = 8 * 1024;

  private final Answer document = Answer.of(200, Answer.JSON, read("openapi.json"));

  private static byte[] read(String name) {
    try (InputStream file = OpenApiDialect.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException("the distribution lacks " + name);
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return "openapi";
  }

  @Override
  public boolean serves(String rawPath) {
    return RawPath.is(rawPath, "openapi.json");
  }

  @Override
  public int bodyLimit() {
    return BODY_LIMIT_BYTES;
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }

  @Override
  public CompletionStage<Answer> answer(Call call) {
    return CompletableFuture.completedFuture(
        switch (call.method()) {
          case "GET", "HEAD" -> document;
          case "OPTIONS" -> Answer.empty(204).with("Allow", METHODS);
          default -> throw new ProblemException(Problem.methodNotAllowed(METHODS));
        });
  }
}
