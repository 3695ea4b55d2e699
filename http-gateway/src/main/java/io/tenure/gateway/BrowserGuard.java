package io.tenure.gateway;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps web pages of others away. A page can make the browser of somebody within reach of a node
 * send requests to it: as a form or a simple script (which the browser marks by {@code Origin} and
 * {@code Sec-Fetch-Site}), or under a name of its own that it lets stand for the node's address
 * (which shows in {@code Host}). Programs send none of these, so nothing changes for them.
 */
public final class BrowserGuard {

  /** Serves every host, as if none of this were here. */
  public static final BrowserGuard OFF = new BrowserGuard(Set.of("*"));

  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
  private static final Set<String> FOREIGN = Set.of("cross-site", "same-site");

  private final Set<String> hosts;
  private final boolean any;

  /**
   * Makes a guard.
   *
   * @param hosts names and addresses under which the node is known; a star stands for all
   */
  public BrowserGuard(Set<String> hosts) {
    this.any = hosts.contains("*");
    this.hosts = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String host : hosts) {
      this.hosts.add(bare(host));
    }
  }

  /**
   * Why a request is refused; empty if it is served.
   *
   * @param asked as which origin the client asks for this server
   * @param local the address, maybe with a port, to which the client is connected
   */
  public Optional<Problem> objection(Call call, String asked, String local) {
    String host = host(asked);
    if (!isOurs(host, local)) {
      return Optional.of(
          Problem.of(
              421,
              "misdirected-request",
              host + " is not a name of this cluster; http.hosts says which are"));
    }
    return SAFE.contains(call.method()) || isOwn(call, local)
        ? Optional.empty()
        : Optional.of(
            Problem.of(403, "cross-origin", "web pages of others may not change anything here"));
  }

  private boolean isOwn(Call call, String local) {
    String site = call.header("Sec-Fetch-Site").orElse("none").toLowerCase(Locale.ROOT);
    return !FOREIGN.contains(site)
        && call.headers("Origin").stream().allMatch(origin -> isOurs(host(origin), local));
  }

  private boolean isOurs(String host, String local) {
    return any
        || isLoopback(host)
        || hosts.contains(host)
        || host.equalsIgnoreCase(withoutPort(local));
  }

  private static boolean isLoopback(String host) {
    return host.equalsIgnoreCase("localhost")
        || host.equals("::1")
        || host.matches("127(\\.[0-9]{1,3}){3}");
  }

  /** The host of an origin such as {@code http://[::1]:80}; what is none stays as it is. */
  private static String host(String origin) {
    int scheme = origin.indexOf("://");
    return scheme < 0 ? origin : withoutPort(origin.substring(scheme + 3));
  }

  private static String withoutPort(String authority) {
    int colon = authority.lastIndexOf(':');
    boolean hasPort = colon > authority.lastIndexOf(']');
    String host = hasPort ? authority.substring(0, colon) : authority;
    return bare(host.endsWith(".") ? host.substring(0, host.length() - 1) : host);
  }

  private static String bare(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }
}
