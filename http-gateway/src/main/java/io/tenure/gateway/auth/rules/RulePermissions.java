package io.tenure.gateway.auth.rules;

import io.tenure.gateway.Access;
import io.tenure.gateway.Permissions;
import io.tenure.gateway.Principal;
import io.tenure.gateway.Problem;
import io.tenure.gateway.Right;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.StateView;
import io.tenure.service.Caller;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Permissions by a file of rules. What touches many resources, such as a list, needs the right to
 * all of them. The resource of a claim never changes, so this node's own state tells it; only for a
 * claim that it does not know yet the others are asked.
 */
public final class RulePermissions implements Permissions {

  private final Supplier<Rules> rules;
  private final Leases leases;

  /**
   * Makes permissions.
   *
   * @param rules those that hold now; asked at every call
   */
  public RulePermissions(Supplier<Rules> rules, Leases leases) {
    this.rules = rules;
    this.leases = leases;
  }

  @Override
  public CompletableFuture<Optional<Problem>> objection(
      Principal principal, Access access, Caller caller) {
    if (access.claims().isEmpty()) {
      return CompletableFuture.completedFuture(
          objection(principal, access.right(), Optional.ofNullable(access.resource())));
    }
    return resources(access.claims(), caller)
        .thenApply(names -> objectionToAny(principal, access.right(), names))
        .toCompletableFuture();
  }

  private Optional<Problem> objectionToAny(
      Principal principal, Right right, List<Optional<ResourceKey>> resources) {
    return resources.stream()
        .flatMap(Optional::stream) // a claim that does not exist is nobody's
        .map(resource -> objection(principal, right, Optional.of(resource)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Problem> objection(
      Principal principal, Right right, Optional<ResourceKey> resource) {
    Rules now = rules.get();
    Decision decision =
        resource
            .map(key -> now.decide(principal, right, key.name()))
            .orElseGet(() -> now.decideAll(principal, right, ""));
    String what = right.name().toLowerCase(Locale.ROOT);
    return decision.allowed()
        ? Optional.empty()
        : Optional.of(
            Problem.of(
                403,
                "not-allowed",
                principal.name()
                    + " may not "
                    + what
                    + " "
                    + resource.map(ResourceKey::name).orElse("all resources")));
  }

  private CompletionStage<List<Optional<ResourceKey>>> resources(
      List<ClaimId> claims, Caller caller) {
    return leases
        .read(state -> resources(state, claims), Consistency.LOCAL, caller)
        .thenCompose(
            found ->
                found.stream().allMatch(Optional::isPresent)
                    ? CompletableFuture.completedFuture(found)
                    : leases.read(
                        state -> resources(state, claims), Consistency.LINEARIZABLE, caller));
  }

  private static List<Optional<ResourceKey>> resources(StateView state, List<ClaimId> claims) {
    List<Optional<ResourceKey>> resources = new ArrayList<>(claims.size());
    for (ClaimId claim : claims) {
      resources.add(state.claim(claim).map(ClaimView::claim).map(Claim::resource));
    }
    return resources;
  }
}
