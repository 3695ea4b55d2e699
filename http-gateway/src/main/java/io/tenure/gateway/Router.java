package io.tenure.gateway;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the routes of a path. A word goes before a capture, and that before a capture of all that
 * follows; below a path that a dialect owns, nobody else has routes. Words are compared as they are
 * usually written, not percent-encoded. Two routes that nothing tells apart are an error when the
 * router is made. Looking up makes no garbage.
 */
final class Router {

  /** What has been read of a path, segment by segment. */
  private static final class PathNode {

    private final List<String> words = new ArrayList<>(0);
    private final List<PathNode> following = new ArrayList<>(0);
    private @Nullable PathNode capture;
    private @Nullable RouteSet here;
    private @Nullable RouteSet rest;

    /** Whether the template of the rest goes on behind its capture. */
    private boolean restGoesOn;

    private @Nullable RouteSet owner;

    private PathNode word(String word) {
      int at = words.indexOf(word);
      if (at >= 0) {
        return following.get(at);
      }
      PathNode made = new PathNode();
      words.add(word);
      following.add(made);
      return made;
    }

    private PathNode captured() {
      PathNode known = capture;
      if (known != null) {
        return known;
      }
      PathNode made = new PathNode();
      capture = made;
      return made;
    }

    private @Nullable PathNode after(String rawPath, int start, int end) {
      for (int i = 0; i < words.size(); i++) {
        String word = words.get(i);
        if (word.length() == end - start && rawPath.startsWith(word, start)) {
          return following.get(i);
        }
      }
      return capture;
    }
  }

  private final PathNode root = new PathNode();
  private final RouteSet nowhere;

  /**
   * Makes a router.
   *
   * @param fallback refuses what no dialect serves
   */
  Router(List<Dialect> dialects, Dialect fallback) {
    this.nowhere = new RouteSet(fallback);
    for (Dialect dialect : dialects) {
      dialect.owns().forEach(path -> own(dialect, PathTemplate.of(path)));
    }
    for (Dialect dialect : dialects) {
      dialect.routes().forEach(route -> add(dialect, route));
    }
  }

  private void own(Dialect dialect, PathTemplate path) {
    PathNode node = root;
    for (String word : path.segments()) {
      node = node.word(word);
    }
    if (node.owner != null) {
      throw new IllegalArgumentException(path.text() + " is owned twice");
    }
    node.owner = new RouteSet(dialect);
  }

  private void add(Dialect dialect, Route route) {
    PathNode node = root;
    List<String> segments = route.path().segments();
    for (int i = 0; i < segments.size(); i++) {
      String segment = segments.get(i);
      if (PathTemplate.takesRest(segment)) {
        node.rest = routes(node.rest, dialect, route);
        node.restGoesOn = i < segments.size() - 1;
        return;
      }
      node = PathTemplate.isCapture(segment) ? node.captured() : node.word(segment);
      RouteSet owner = node.owner;
      if (owner != null && owner.dialect() != dialect) {
        throw new IllegalArgumentException(
            route.path().text() + " lies within what " + owner.dialect().name() + " owns");
      }
    }
    node.here = routes(node.here, dialect, route);
  }

  private static RouteSet routes(@Nullable RouteSet known, Dialect dialect, Route route) {
    RouteSet routes = known == null ? new RouteSet(dialect) : known;
    if (routes.dialect() != dialect) {
      throw new IllegalArgumentException(
          route.path().text() + " is served by two dialects, " + routes.dialect().name() + " too");
    }
    routes.add(route);
    return routes;
  }

  /** The routes of a path; a set without any, of whoever should refuse it, if there are none. */
  RouteSet find(String rawPath) {
    RouteSet otherwise = nowhere;
    PathNode node = root;
    int at = RawPath.segmentStart(rawPath, 0);
    while (at < rawPath.length()) {
      int end = RawPath.segmentEnd(rawPath, at);
      int next = RawPath.segmentStart(rawPath, end);
      RouteSet rest = node.rest;
      if (rest != null && (next < rawPath.length() || !node.restGoesOn)) {
        otherwise = rest;
      }
      PathNode following = node.after(rawPath, at, end);
      if (following == null) {
        return otherwise;
      }
      RouteSet owner = following.owner;
      otherwise = owner == null ? otherwise : owner;
      node = following;
      at = next;
    }
    RouteSet here = node.here;
    return here == null ? otherwise : here;
  }
}
