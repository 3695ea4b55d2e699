package io.tenure.gateway.openapi;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.Right;
import io.tenure.gateway.Route;
import io.tenure.gateway.RoutedCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Serves the description of all dialects, which is written from their routes at the start. */
public final class OpenApiDialect implements Dialect {

  private static final String COMPONENTS = "components.json";

  private final Answer document;

  /** Describes the dialects, and itself, as of a version of the product. */
  public OpenApiDialect(List<Dialect> others, String version) {
    List<Dialect> all = new ArrayList<>(others);
    all.add(this);
    document = Answer.of(200, Answer.JSON, OpenApiDocument.write(all, version, components()));
  }

  private static byte[] components() {
    try (InputStream file = OpenApiDialect.class.getResourceAsStream(COMPONENTS)) {
      if (file == null) {
        throw new IllegalStateException("the distribution lacks " + COMPONENTS);
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
            .to(this::show));
  }

  private CompletionStage<Answer> show(RoutedCall call) {
    return CompletableFuture.completedFuture(document);
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }
}
