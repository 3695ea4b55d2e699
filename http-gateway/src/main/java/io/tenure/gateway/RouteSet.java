package io.tenure.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The routes of one path. */
final class RouteSet {

  private static final int STRAY_BODY_BYTES = 64 * 1024;

  private final Dialect dialect;
  private final List<Route> routes = new ArrayList<>(4);

  RouteSet(Dialect dialect) {
    this.dialect = dialect;
  }

  Dialect dialect() {
    return dialect;
  }

  void add(Route route) {
    for (Route other : routes) {
      boolean apart = other.only() != null && route.only() != null;
      if (other.method().equals(route.method()) && !apart) {
        throw new IllegalArgumentException(
            route.method() + " " + route.path().text() + " has two routes");
      }
    }
    routes.add(route);
  }

  /** The route of a call; 404 or 405 if there is none. */
  Route route(Call call) {
    Route found = find(call.method(), call.rawPath());
    if (found != null) {
      return found;
    }
    throw new ProblemException(
        routes.isEmpty()
            ? Problem.of(404, "not-found", "there is nothing at " + call.rawPath())
            : dialect.methodNotAllowed(call, allowed(call.rawPath())));
  }

  /** The largest body that may be sent; of what will be refused anyway, a little is read. */
  int bodyLimit(String method, String rawPath) {
    Route found = find(method, rawPath);
    if (found != null) {
      return found.bodyLimit();
    }
    return routes.stream().mapToInt(Route::bodyLimit).max().orElse(STRAY_BODY_BYTES);
  }

  /** Whether OPTIONS is answered by the gateway. */
  boolean tellsMethods() {
    return !routes.isEmpty() && dialect.answersOptions();
  }

  /** The methods of a path, as in the header {@code Allow}. */
  String allowed(String rawPath) {
    TreeSet<String> methods = new TreeSet<>();
    for (Route route : routes) {
      if (route.serves(rawPath)) {
        methods.add(route.method());
      }
    }
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    if (dialect.answersOptions()) {
      methods.add("OPTIONS");
    }
    return String.join(", ", methods);
  }

  private @Nullable Route find(String method, String rawPath) {
    for (Route route : routes) {
      if (route.answers(method) && route.serves(rawPath)) {
        return route;
      }
    }
    return null;
  }
}
