package io.tenure.chaos.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What happens to packets between nodes, by rules in the switch; those of clients pass untouched.
 * Several changes can hold at once, also for the same links. Each returns what takes it back.
 */
public final class Network {

  private final Hosts hosts;
  private final String mark;
  private final Set<Rule> rules = new LinkedHashSet<>();
  private final List<LateLink> late = new ArrayList<>();

  /** One change; two with the same text are still two. */
  private static final class Rule {

    private final String text;

    Rule(String text) {
      this.text = text;
    }
  }

  Network(Hosts hosts, String mark) {
    this.hosts = hosts;
    this.mark = mark;
  }

  /** Loses every packet. */
  public Runnable cut(Collection<NetworkLink> links) {
    return rule(links, "drop");
  }

  /** Loses packets at random. */
  public Runnable lose(Collection<NetworkLink> links, int permille) {
    return rule(links, "numgen random mod 1000 < " + permille + " drop");
  }

  /** Loses only what would open a connection; those that are open go on. */
  public Runnable loseNewConnections(Collection<NetworkLink> links) {
    return rule(links, "tcp flags & (syn | ack) == syn drop");
  }

  /** Holds packets back. */
  public synchronized Runnable delay(Collection<NetworkLink> links, Lateness lateness, long seed) {
    LateLink link = LateLink.start(hosts, links, lateness, seed);
    late.add(link);
    return () -> {
      synchronized (this) {
        late.remove(link);
        link.close();
      }
    };
  }

  /** Takes every change back. */
  public synchronized void heal() {
    late.forEach(LateLink::close);
    late.clear();
    if (!rules.isEmpty()) {
      rules.clear();
      render();
    }
  }

  private synchronized Runnable rule(Collection<NetworkLink> links, String action) {
    String pairs =
        links.stream()
            .distinct()
            .map(link -> hosts.address(link.from()) + " . " + hosts.address(link.to()))
            .collect(Collectors.joining(", "));
    Rule rule = new Rule("ip saddr . ip daddr { " + pairs + " } " + action);
    rules.add(rule);
    render();
    return () -> {
      synchronized (this) {
        if (rules.remove(rule)) {
          render();
        }
      }
    };
  }

  /** Replaces the whole table in one step. */
  private void render() {
    String lines = rules.stream().map(rule -> rule.text).collect(Collectors.joining("\n"));
    ShellCommand.run(
        ShellCommand.joined(hosts.inSwitch(), "nft", "-f", "-"),
        """
        table bridge %1$s {}
        delete table bridge %1$s
        table bridge %1$s {
          chain links {
            type filter hook forward priority 0; policy accept;
            %2$s
          }
        }
        """
            .formatted(table(), lines));
  }

  private String table() {
    return mark.replace('-', '_');
  }

  /** Removes the rules of this run; the hosts are still there. */
  synchronized void close() {
    heal();
    ShellCommand.tried(
        ShellCommand.joined(hosts.inSwitch(), "nft", "delete", "table", "bridge", table()), "");
  }

  /** Removes the rules of runs that are dead, where the switch outlives them. */
  static void removeLeftovers() {
    ShellCommand.tried(List.of("nft", "list", "tables", "bridge"), "")
        .output()
        .lines()
        .map(line -> line.replace("table bridge ", "").strip())
        .filter(Mark::isLeftover)
        .forEach(
            table -> ShellCommand.tried(List.of("nft", "delete", "table", "bridge", table), ""));
    LateLink.removeLeftovers();
  }
}
