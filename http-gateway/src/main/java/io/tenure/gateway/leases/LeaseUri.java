package io.tenure.gateway.leases;

import io.tenure.gateway.Names;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.RawPath;
import io.tenure.kernel.LeaseNames;
import io.tenure.kernel.ResourceKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which lease, or list of leases, a path names: the namespace is what stands before the first
 * segment that reads {@code leases} or {@code lease}, the name is all that follows. Both may hold
 * slashes, encoded or not, but no two in a row, and none at their ends: those would blur where the
 * namespace ends in the {@linkplain LeaseNames name} of the resource.
 *
 * @param key what the lease is called in the cluster's one space of names
 */
record LeaseUri(String namespace, String name, String key) {

  /** Other dialects own these. */
  static final Set<String> RESERVED = Set.of("claims", "cluster", "events", "resources", "health");

  private static final String VERSION = "v1";
  private static final String LIST = "list";
  private static final int MOST_BYTES_PER_CHAR = 3;
  private static final Set<String> WORDS = Set.of("leases", "lease");

  /** Takes the decoded segments of a path, of which the first is the API's version. */
  static LeaseUri of(List<String> segments, int mostBytes) {
    int word = wordIn(segments);
    if (word >= segments.size() - 1) {
      throw bad(
          "a lease is at /v1/<namespace>/leases/<name>, a list at /v1/<namespace>/lease/list");
    }
    String namespace = String.join("/", segments.subList(1, word));
    String name = String.join("/", segments.subList(word + 1, segments.size()));
    checkNamespace(namespace);
    checkPart("the namespace", namespace);
    checkPart("the name", name);
    String key = LeaseNames.of(namespace, name).name();
    checkName(key, mostBytes);
    return new LeaseUri(namespace, name, key);
  }

  /** The lease that a resource is, if its name is one of a lease's. */
  static Optional<LeaseUri> of(ResourceKey resource) {
    if (!LeaseNames.isLease(resource)) {
      return Optional.empty();
    }
    String key = resource.name();
    int border = LeaseNames.border(key);
    String namespace = key.substring(LeaseNames.PREFIX.length(), border);
    return Optional.of(new LeaseUri(namespace, key.substring(border + 2), key));
  }

  /** Whether a path is that of a list; one that is badly encoded is none. */
  static boolean isList(String rawPath) {
    int end = rawPath.length();
    while (end > 0 && rawPath.charAt(end - 1) == '/') {
      end--;
    }
    if (!rawPath.startsWith(LIST, end - LIST.length()) && rawPath.indexOf('%') < 0) {
      return false;
    }
    try {
      List<String> segments = RawPath.segments(rawPath);
      int last = segments.size() - 1;
      return last > 1 && segments.get(last).equals(LIST) && wordIn(segments) == last - 1;
    } catch (ProblemException e) {
      return false;
    }
  }

  private static int wordIn(List<String> segments) {
    int word = 1;
    while (word < segments.size() && !WORDS.contains(segments.get(word))) {
      word++;
    }
    return word;
  }

  /** Whether this is not a lease but the list of all in the namespace and below it. */
  boolean isList() {
    return name.equals(LIST);
  }

  ResourceKey resource() {
    return new ResourceKey(key);
  }

  /** What the leases of the namespace are counted under. */
  String quota() {
    return LeaseNames.PREFIX + namespace;
  }

  /** What the keys of all leases in the namespace and below it start with. */
  String prefix() {
    return LeaseNames.PREFIX + namespace + "/";
  }

  /** Where the list is that has this lease. */
  String listPath() {
    return "/" + VERSION + "/" + encoded(namespace) + "/lease/" + LIST;
  }

  /** Where the lease is. */
  String path() {
    return "/" + VERSION + "/" + encoded(namespace) + "/leases/" + encoded(name);
  }

  private static void checkNamespace(String namespace) {
    int slash = namespace.indexOf('/');
    String first = slash < 0 ? namespace : namespace.substring(0, slash);
    if (first.isEmpty()) {
      throw bad("a lease needs a namespace");
    }
    if (RESERVED.contains(first)) {
      throw bad("no namespace starts with " + first);
    }
  }

  private static void checkPart(String what, String part) {
    if (!LeaseNames.isPart(part)) {
      throw bad(what + " must not begin or end with a slash, nor have two in a row");
    }
  }

  private static void checkName(String key, int mostBytes) {
    boolean mayBeTooLong = key.length() > mostBytes / MOST_BYTES_PER_CHAR;
    if (mayBeTooLong && key.getBytes(StandardCharsets.UTF_8).length > mostBytes) {
      throw new ProblemException(
          Problem.of(
              414,
              "uri-too-long",
              "namespace and name must not be longer than " + mostBytes + " bytes in all"));
    }
    Names.flaw(key, mostBytes)
        .ifPresent(
            flaw -> {
              throw bad("namespace and name " + flaw);
            });
  }

  private static String encoded(String path) {
    return URLEncoder.encode(path, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(400, "bad-uri", detail));
  }
}
