package io.tenure.gateway;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One of the APIs that this cluster speaks: the routes by which it is called, and how it says no.
 * It keeps no state of its own.
 */
public interface Dialect {

  /** Its name in metrics, logs and the description for programs. */
  String name();

  /** All that it answers; asked once, when the gateway is made. */
  List<Route> routes();

  /** Paths below which nobody else may have routes, and for whose unknown paths it says no. */
  default List<String> owns() {
    return List.of();
  }

  /** Says in this dialect's words why a call cannot be served. */
  Answer refuse(Problem problem);

  /** Says it of a call that was not carried out. It may fail as a handler may. */
  default CompletionStage<Answer> refuse(Call call, Problem problem) {
    return CompletableFuture.completedFuture(refuse(problem));
  }

  /** The schema or the media type of its usual refusals, for the description for programs. */
  default String refusalBody() {
    return "Problem";
  }

  /** Whether OPTIONS tells the methods of a path. */
  default boolean answersOptions() {
    return true;
  }

  /**
   * Why a call is refused whose path has no such method.
   *
   * @param allowed the methods that it has, as in the header {@code Allow}
   */
  default Problem methodNotAllowed(Call call, String allowed) {
    return Problem.methodNotAllowed(allowed);
  }
}
