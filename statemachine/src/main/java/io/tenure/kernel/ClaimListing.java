package io.tenure.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list of claims, by id. It is made in two steps, so that a long walk over ended
 * claims holds up nobody: {@link #gather} looks at the live claims while the state stands still,
 * {@link #finish} walks the archive afterwards.
 *
 * <p>Both look at a bounded number of claims. A page that ends for that reason is shorter than it
 * might be, and names the place from which to go on.
 */
public final class ClaimListing {

  private static final int LIVE_EXAMINED = 20_000;
  private static final int ENDED_EXAMINED = 50_000;

  /**
   * The part of a list that is wanted.
   *
   * @param after the id above which the list starts
   * @param offset how many matching claims to pass over
   */
  public record Window(ClaimId after, int offset, int limit) {}

  /**
   * Claims in the order of their ids.
   *
   * @param next the {@link Window#after} of the next page; null on the last one
   */
  public record Page(List<ClaimView> claims, @Nullable ClaimId next) {}

  private final ClaimFilter filter;
  private final Window window;
  private final ClusterTime now;
  private final List<ClaimView> live = new ArrayList<>();
  private Archive.@Nullable Cursor ended;

  /** The id up to which the live claims were examined. */
  private ClaimId horizon = new ClaimId(Long.MAX_VALUE);

  private ClaimListing(ClaimFilter filter, Window window, ClusterTime now) {
    this.filter = filter;
    this.window = window;
    this.now = now;
  }

  static ClaimListing gather(
      LeaseTable table, Archive archive, ClaimFilter filter, Window window, ClusterTime now) {
    ClaimListing listing = new ClaimListing(filter, window, now);
    listing.gatherLive(table);
    if (filter.wantsEnded()) {
      listing.ended = archive.scan(filter, window.after());
    }
    return listing;
  }

  /** Takes the rest from the archive and closes it. */
  public Page finish() {
    try (Archive.Cursor cursor = ended) {
      return cursor == null ? page(List.of(), horizon) : merge(cursor);
    }
  }

  private void gatherLive(LeaseTable table) {
    List<Claim> candidates = candidates(table);
    long wanted = 1L + window.offset() + window.limit();
    for (Claim claim : candidates) {
      ClaimView view = new ClaimView(claim, 0, now);
      if (filter.matches(view)) {
        live.add(new ClaimView(claim, table.position(claim), now));
      }
      if (live.size() == wanted) {
        return;
      }
    }
    if (candidates.size() == LIVE_EXAMINED) {
      horizon = candidates.get(LIVE_EXAMINED - 1).id();
    }
  }

  private List<Claim> candidates(LeaseTable table) {
    List<Claim> claims = new ArrayList<>();
    if (!filter.resources().isEmpty()) {
      filter.resources().forEach(name -> addAll(claims, table, new ResourceKey(name)));
    } else {
      if (filter.wants(ClaimStatus.ACTIVE)) {
        addSome(claims, table.activeAfter(window.after()));
      }
      if (filter.wants(ClaimStatus.WAITING)) {
        addSome(claims, table.waitingAfter(window.after()));
      }
    }
    claims.sort(Comparator.comparing(Claim::id));
    return claims.size() > LIVE_EXAMINED ? claims.subList(0, LIVE_EXAMINED) : claims;
  }

  private void addAll(List<Claim> claims, LeaseTable table, ResourceKey resource) {
    table.holder(resource).filter(this::isAhead).ifPresent(claims::add);
    table.queueAfter(resource, window.after(), LIVE_EXAMINED).forEach(claims::add);
  }

  private static void addSome(List<Claim> claims, Iterable<Claim> more) {
    int left = LIVE_EXAMINED;
    for (Claim claim : more) {
      if (left-- == 0) {
        return;
      }
      claims.add(claim);
    }
  }

  private boolean isAhead(Claim claim) {
    return claim.id().compareTo(window.after()) > 0;
  }

  private Page merge(Archive.Cursor cursor) {
    List<ClaimView> matching = new ArrayList<>();
    long wanted = 1L + window.offset() + window.limit();
    ClaimId examined = horizon;
    for (int i = 0; matching.size() < wanted; i++) {
      Optional<Claim> next = cursor.next();
      if (next.isEmpty() || next.get().id().compareTo(horizon) > 0) {
        break;
      }
      ClaimView view = new ClaimView(next.get(), 0, now);
      if (filter.matches(view)) {
        matching.add(view);
      }
      if (i == ENDED_EXAMINED) {
        examined = next.get().id();
        break;
      }
    }
    return page(matching, examined);
  }

  private Page page(List<ClaimView> matching, ClaimId examined) {
    List<ClaimView> all = new ArrayList<>(live);
    all.addAll(matching);
    all.sort(Comparator.comparing(view -> view.claim().id()));
    List<ClaimView> claims =
        all.stream()
            .filter(view -> view.claim().id().compareTo(examined) <= 0)
            .skip(window.offset())
            .limit(window.limit() + 1L)
            .toList();
    if (claims.size() > window.limit()) {
      List<ClaimView> shown = claims.subList(0, window.limit());
      return new Page(shown, shown.get(shown.size() - 1).claim().id());
    }
    return new Page(claims, examined.value() == Long.MAX_VALUE ? null : examined);
  }
}
