package io.tenure.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The resources whose names start with a prefix: those that are held, and those that were and whose
 * last holder is on record. Made in two steps as {@link ClaimListing} is, so that the walk over the
 * archive holds up nobody.
 */
public final class ResourceListing {

  /**
   * One claim of each resource, by name: the one that holds it, else the last that did.
   *
   * @param truncated whether there are more than the limit; those that are held go before the
   *     others
   * @param staleMicros how old the list may be
   */
  public record Page(List<ClaimView> claims, boolean truncated, long staleMicros) {}

  private final List<ClaimView> found;
  private final Archive.Cursor ended;
  private final int limit;
  private final ClusterTime now;
  private final long staleMicros;

  /** Starts with those that are held, of which one more than the limit is enough. */
  ResourceListing(List<ClaimView> held, Archive.Cursor ended, int limit, StateView at) {
    this.found = held;
    this.ended = ended;
    this.limit = limit;
    this.now = at.now();
    this.staleMicros = at.staleMicros();
  }

  /** Takes the rest from the archive and closes it. */
  public Page finish() {
    try (Archive.Cursor cursor = ended) {
      Set<ResourceKey> held = new TreeSet<>();
      found.forEach(view -> held.add(view.claim().resource()));
      while (found.size() <= limit) {
        Optional<Claim> last = cursor.next();
        if (last.isEmpty()) {
          break;
        }
        if (!held.contains(last.get().resource())) {
          found.add(new ClaimView(last.get(), 0, now));
        }
      }
    }
    boolean truncated = found.size() > limit;
    List<ClaimView> shown = new ArrayList<>(truncated ? found.subList(0, limit) : found);
    shown.sort(Comparator.comparing(view -> view.claim().resource()));
    return new Page(shown, truncated, staleMicros);
  }
}
