package io.tenure.gateway.locket;

import io.tenure.gateway.locket.wire.FetchAllResponse;
import io.tenure.gateway.locket.wire.Resource;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimFilter.Range;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing.Window;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Holder.Kind;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Finds all locks of one type that are held.
 *
 * <p>Up to {@value #AT_ONCE} resources are read in one moment. If there are more, all active claims
 * of the cluster are read, page by page, so that no single read holds up the node: then the answer
 * has every lock that was held all the while, and maybe some that came or went meanwhile.
 */
final class HeldLocks {

  private static final int AT_ONCE = 10_000;

  /** No answer is larger. It is refused, not cut: nobody could tell that something is missing. */
  private static final long ANSWER_BYTES = 64L << 20;

  private static final ClaimFilter ACTIVE =
      new ClaimFilter(
          Collections.emptySortedSet(),
          Set.of(ClaimStatus.ACTIVE),
          Range.ANY,
          Range.ANY,
          Range.ANY,
          Range.ANY);

  private final Leases leases;

  HeldLocks(Leases leases) {
    this.leases = leases;
  }

  CompletionStage<LocketReply<FetchAllResponse>> call(Kind kind, RetryUntilDeadline retries) {
    Found found = new Found(kind);
    return retries
        .ask(
            caller ->
                leases.read(
                    state -> state.holders(HeldResource.PREFIX, AT_ONCE + 1),
                    Consistency.LINEARIZABLE,
                    caller))
        .thenCompose(
            told ->
                told.answer().size() <= AT_ONCE
                    ? CompletableFuture.completedFuture(found.addAll(told.answer()).reply())
                    : page(found, ClaimId.NONE, retries));
  }

  private CompletionStage<LocketReply<FetchAllResponse>> page(
      Found found, ClaimId after, RetryUntilDeadline retries) {
    Window window = new Window(after, 0, AT_ONCE);
    return retries
        .ask(caller -> leases.list(ACTIVE, window, Consistency.LINEARIZABLE, caller))
        .thenCompose(
            told -> {
              found.addAll(told.answer().claims());
              ClaimId next = told.answer().next();
              return next == null || found.isTooMuch()
                  ? CompletableFuture.completedFuture(found.reply())
                  : page(found, next, retries);
            });
  }

  /** What was found so far, by key: a lock that changed hands meanwhile is found twice. */
  private static final class Found {

    private final Kind wanted;
    private final TreeMap<String, Resource> resources = new TreeMap<>();
    private long bytes;

    Found(Kind wanted) {
      this.wanted = wanted;
    }

    Found addAll(List<ClaimView> views) {
      for (ClaimView view : views) {
        Claim claim = view.claim();
        String name = claim.resource().name();
        if (name.startsWith(HeldResource.PREFIX) && !isTooMuch()) {
          Resource before = resources.remove(name);
          bytes -= before == null ? 0 : before.getSerializedSize();
          add(name, claim);
        }
      }
      return this;
    }

    private void add(String name, Claim claim) {
      if (Kinds.isShownAs(claim.holder().kind(), wanted)) {
        Resource resource = HeldResource.of(claim);
        resources.put(name, resource);
        bytes += resource.getSerializedSize();
      }
    }

    boolean isTooMuch() {
      return bytes > ANSWER_BYTES;
    }

    LocketReply<FetchAllResponse> reply() {
      return isTooMuch()
          ? LocketReply.refused(
              LocketRefusals.exhausted(
                  "the answer would be larger than " + ANSWER_BYTES + " bytes"))
          : LocketReply.of(
              FetchAllResponse.newBuilder().addAllResources(resources.values()).build());
    }
  }
}
