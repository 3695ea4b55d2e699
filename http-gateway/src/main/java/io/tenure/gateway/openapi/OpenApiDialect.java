package io.tenure.gateway.openapi;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.Right;
import io.tenure.gateway.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Serves a document that is written by hand and kept beside the classes. */
public final class OpenApiDialect implements Dialect {

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
  public List<Route> routes() {
    return List.of(
        Route.get("/openapi.json", Right.NONE)
            .named("openapi", "This description")
            .ignoringStrayParameters()
            .answers(200, "application/json", "the description")
            .to(call -> CompletableFuture.completedFuture(document)));
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }
}
