package io.tenure.node.identity;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Which runs of the members' data directories this node has seen. A directory that was copied and
 * put back comes with a run that is over: it has forgotten votes and acknowledgements, and must not
 * take part. Thread-safe.
 */
public final class KnownRuns {

  private final Run own;
  private final Map<String, Run> seen;
  private final Consumer<Map<String, Run>> keep;

  /**
   * Makes a memory.
   *
   * @param seen the last run of each member that was seen
   * @param keep told of all of them whenever one has changed
   */
  public KnownRuns(Run own, Map<String, Run> seen, Consumer<Map<String, Run>> keep) {
    this.own = own;
    this.seen = new TreeMap<>(seen);
    this.keep = keep;
  }

  /** Of a node that does not count its runs, and remembers others only until it ends. */
  public static KnownRuns unkept() {
    return new KnownRuns(Run.UNKNOWN, Map.of(), all -> {});
  }

  /** This node's. */
  public Run own() {
    return own;
  }

  /** Why a member is not to be let in with this run, if so; else the run is remembered. */
  public synchronized Optional<String> objection(String node, Run said) {
    Run last = seen.getOrDefault(node, Run.UNKNOWN);
    if (!said.isKnown() || said.equals(last)) {
      return Optional.empty();
    }
    if (said.number() <= last.number()) {
      return Optional.of(
          node
              + " uses its data directory for the "
              + said.number()
              + ". time, and was seen with another use of it, the "
              + last.number()
              + ".: the directory is an older copy. It has forgotten votes and acknowledged writes,"
              + " and must not take part. Bring back the data that it had last, or leave it out:"
              + " the others go on without it");
    }
    seen.put(node, said);
    keep.accept(Map.copyOf(seen));
    return Optional.empty();
  }
}
