package io.tenure.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The whole state at one moment, for reading. It is valid only during the call that it is handed
 * to; what its methods return may be kept, but for a {@link ClaimListing}, which must be finished.
 */
public final class StateView {

  /** The age of a state that was never known to be current. */
  public static final long UNKNOWN_AGE = Long.MAX_VALUE;

  private final LeaseTable table;
  private final Archive archive;
  private final ClusterTime now;
  private final long staleMicros;

  /**
   * Makes a view.
   *
   * @param now an estimate of cluster time, at or after the table's, from which durations are shown
   * @param staleMicros how long ago the state was surely current, or {@link #UNKNOWN_AGE}; zero for
   *     a linearizable read
   */
  public StateView(LeaseTable table, Archive archive, ClusterTime now, long staleMicros) {
    this.table = table;
    this.archive = archive;
    this.now = table.now().cluster().advanceTo(now);
    this.staleMicros = staleMicros;
  }

  public ClusterTime now() {
    return now;
  }

  public long staleMicros() {
    return staleMicros;
  }

  /** A claim, live or ended. */
  public Optional<ClaimView> claim(ClaimId id) {
    Optional<ClaimView> live = table.claim(id).map(this::view);
    return live.isPresent() ? live : archive.ended(id).map(ended -> new ClaimView(ended, 0, now));
  }

  public Optional<ClaimView> holder(ResourceKey resource) {
    return table.holder(settled(resource)).map(this::view);
  }

  public int queueLength(ResourceKey resource) {
    return table.queueLength(settled(resource));
  }

  /** The first waiting claims on a resource. */
  public List<ClaimView> queue(ResourceKey resource, int limit) {
    List<ClaimView> views = new ArrayList<>();
    for (Claim claim : table.queue(settled(resource), limit)) {
      views.add(new ClaimView(claim, views.size() + 1, now));
    }
    return views;
  }

  /** The last claims that held the resource and have ended, newest first. */
  public List<Claim> tenures(ResourceKey resource, int limit) {
    List<Claim> tenures = new ArrayList<>(archive.tenures(resource, limit));
    LeaseNames.earlier(resource)
        .ifPresent(
            earlier -> {
              for (Claim claim : archive.tenures(earlier, limit - tenures.size())) {
                if (LeaseNames.present(claim.resource(), claim.namespace()).equals(resource)) {
                  tenures.add(claim);
                }
              }
            });
    return tenures;
  }

  /** The holders of the resources whose names start with a prefix, by name. */
  public List<ClaimView> holders(String prefix, int limit) {
    List<ClaimView> views = new ArrayList<>();
    for (ResourceKey resource : table.resourcesFrom(new ResourceKey(prefix))) {
      if (!resource.name().startsWith(prefix) || views.size() == limit) {
        break;
      }
      holder(resource).ifPresent(views::add);
    }
    return views;
  }

  /**
   * The holders of the resources whose names start with a prefix and come after another, by name.
   *
   * @param after the last name of the page before; empty for the first page
   */
  public List<ClaimView> holders(String prefix, String after, int limit) {
    List<ClaimView> views = new ArrayList<>();
    String first = after.compareTo(prefix) > 0 ? after : prefix;
    for (ResourceKey resource :
        table.resourcesFrom(new ResourceKey(first.isEmpty() ? "\0" : first))) {
      if (!resource.name().startsWith(prefix) || views.size() == limit) {
        break;
      }
      if (!resource.name().equals(after)) {
        holder(resource).ifPresent(views::add);
      }
    }
    return views;
  }

  /** Starts a list of claims; the caller finishes it after this view is gone. */
  public ClaimListing list(ClaimFilter filter, ClaimListing.Window window) {
    return ClaimListing.gather(table, archive, filter.withEarlierNames(), window, now);
  }

  /** Starts a list of resources; the caller finishes it after this view is gone. */
  public ResourceListing list(String prefix, int limit) {
    List<ClaimView> held = holders(prefix, limit + 1);
    return new ResourceListing(held, archive.lastTenures(prefix), limit, this);
  }

  /** A lease may still be held under its earlier name. */
  private ResourceKey settled(ResourceKey resource) {
    return LeaseNames.settled(resource, table::holder);
  }

  private ClaimView view(Claim live) {
    return new ClaimView(live, table.position(live), now);
  }
}
