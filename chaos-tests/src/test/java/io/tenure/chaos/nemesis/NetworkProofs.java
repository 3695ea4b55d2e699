package io.tenure.chaos.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.ClusterProbe;
import io.tenure.chaos.cluster.NodeProcess;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Of packets that get lost, by datagrams that are sent on every link and counted where they go. */
final class NetworkProofs {

  private static final int SOME = 3;
  private static final int MANY = 400;

  private final FaultBench bench;
  private final ClusterProbe probe;

  private NetworkProofs(FaultBench bench) {
    this.bench = bench;
    this.probe = bench.probe();
  }

  static Map<String, Proof> all(FaultBench bench) {
    NetworkProofs proofs = new NetworkProofs(bench);
    return Map.ofEntries(
        Map.entry("partition-halves", proofs.new Cut(NetworkProofs::between)),
        Map.entry("partition-leader", proofs.new MinorityRefuses()),
        Map.entry("partition-all", proofs.new Cut(NetworkProofs::between)),
        Map.entry("partition-bridge", proofs.new Cut(NetworkProofs::betweenEnds)),
        Map.entry("partition-ring", proofs.new Cut(proofs::backwards)),
        Map.entry("one-way-leader-out", proofs.new Cut(proofs::oneWay)),
        Map.entry("one-way-leader-in", proofs.new Cut(proofs::oneWay)),
        Map.entry("link-cut", proofs.new Cut(NetworkProofs::between)),
        Map.entry("link-cut-one-way", proofs.new Cut(proofs::oneWay)),
        Map.entry("no-new-connections", proofs.new NoConnections()),
        Map.entry("loss", proofs.new Lossy()),
        Map.entry("loss-all", proofs.new Lossy()));
  }

  /** a|b,c: no node of a group reaches one of another. */
  private static Set<String> between(String target) {
    List<List<String>> groups = groups(target);
    Set<String> links = new TreeSet<>();
    for (List<String> one : groups) {
      for (List<String> other : groups) {
        if (one != other) {
          links.addAll(links(one, other));
        }
      }
    }
    return links;
  }

  /** a|b|c: only the one in the middle reaches the others. */
  private static Set<String> betweenEnds(String target) {
    List<List<String>> groups = groups(target);
    Set<String> links = links(groups.get(0), groups.get(2));
    links.addAll(links(groups.get(2), groups.get(0)));
    return links;
  }

  private static List<List<String>> groups(String target) {
    return Arrays.stream(target.split("\\|")).map(group -> List.of(group.split(","))).toList();
  }

  private static Set<String> links(Collection<String> from, Collection<String> to) {
    Set<String> links = new TreeSet<>();
    from.forEach(one -> to.forEach(other -> links.add(one + ">" + other)));
    links.removeIf(link -> link.split(">")[0].equals(link.split(">")[1]));
    return links;
  }

  /** a>b>c: each is heard by the next only, and the last by the first. */
  private Set<String> backwards(String target) {
    String[] ring = target.split(">");
    Set<String> links = everyLink();
    for (int i = 0; i < ring.length; i++) {
      links.remove(ring[i] + ">" + ring[(i + 1) % ring.length]);
    }
    return links;
  }

  /** a>b, a> for all that a sends, >a for all that others send it. */
  private Set<String> oneWay(String target) {
    String pattern = target.replaceFirst("^>", ".*>").replaceFirst(">$", ">.*");
    Set<String> links = everyLink();
    links.removeIf(link -> !link.matches(pattern));
    return links;
  }

  private Set<String> everyLink() {
    List<String> all = bench.cluster().nodes().stream().map(NodeProcess::id).toList();
    return links(all, all);
  }

  /** Links on which nothing arrives. Those to one node are tried in turn, or it could not tell. */
  private Set<String> closed() {
    Set<String> closed = new TreeSet<>();
    bench.cluster().nodes().parallelStream()
        .forEach(
            to ->
                everyLink().stream()
                    .filter(link -> link.endsWith(">" + to))
                    .filter(link -> probe.datagrams(link.split(">")[0], to.id(), SOME) == 0)
                    .forEach(
                        link -> {
                          synchronized (closed) {
                            closed.add(link);
                          }
                        }));
    return closed;
  }

  private class Cut extends Proof {

    private final Function<String, Set<String>> links;

    Cut(Function<String, Set<String>> links) {
      this.links = links;
    }

    @Override
    void during(Injection fault) {
      assertThat(closed()).isNotEmpty().isEqualTo(links.apply(fault.target()));
    }

    @Override
    void after(Injection fault) {
      assertThat(closed()).isEmpty();
    }
  }

  private final class MinorityRefuses extends Cut {

    private String led = "";

    MinorityRefuses() {
      super(NetworkProofs::between);
    }

    @Override
    void before() {
      led = bench.cluster().leader().id();
    }

    @Override
    void during(Injection fault) {
      super.during(fault);
      assertThat(fault.cutOff()).containsExactly(led);
      NodeProcess alone = bench.cluster().node(led);
      assertThat(probe.claim(alone, "minority")).isEqualTo(503);
      bench.serves(bench.other(alone));
    }
  }

  private final class NoConnections extends Proof {

    @Override
    void during(Injection fault) {
      assertThat(everyLink().parallelStream().filter(this::connects)).isEmpty();
      assertThat(closed()).isEmpty();
      bench.serves(bench.cluster().leader());
    }

    @Override
    void after(Injection fault) {
      assertThat(everyLink().stream().allMatch(this::connects)).isTrue();
    }

    private boolean connects(String link) {
      return probe.connects(link.split(">")[0], link.split(">")[1]);
    }
  }

  /** Some of many are lost, and not so many more than was said. */
  private final class Lossy extends Proof {

    @Override
    void during(Injection fault) {
      int percent = Integer.parseInt(fault.detail().split(" ")[0]);
      assertThat(lost(fault)).isBetween(1, MANY * (percent + 1) / 100 * 2);
    }

    @Override
    void after(Injection fault) {
      assertThat(lost(fault)).isZero();
    }

    private int lost(Injection fault) {
      String from = fault.target().equals("all") ? "n1" : fault.target();
      String to = bench.other(bench.cluster().node(from)).id();
      return MANY - probe.datagrams(from, to, MANY);
    }
  }
}
