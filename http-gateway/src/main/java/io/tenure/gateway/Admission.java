package io.tenure.gateway;

import io.tenure.service.Caller;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Who gets in, for every dialect alike. Without an authenticator everybody is anonymous and may do
 * everything; without permissions whoever is known may.
 *
 * @param readsOpen whether reads need neither credentials nor permission
 */
public record Admission(
    Authenticator authenticator, Optional<Permissions> permissions, boolean readsOpen) {

  /** Lets everybody in. */
  public static final Admission OPEN = of(Authenticator.NONE);

  private static final String REALM = "Bearer realm=\"tenure\"";
  private static final CompletableFuture<Optional<Problem>> NO_OBJECTION =
      CompletableFuture.completedFuture(Optional.empty());

  /** Whoever is known may write, and everybody may read. */
  public static Admission of(Authenticator authenticator) {
    return new Admission(authenticator, Optional.empty(), true);
  }

  /** What is found about a caller who wants to use a route; nothing if it needs no right. */
  Finding find(Right right, Shown shown) {
    return isAsked(right) ? authenticator.find(shown) : Finding.NOTHING;
  }

  private boolean isAsked(Right right) {
    return right != Right.NONE && !(right == Right.READ && readsOpen);
  }

  /**
   * Who calls.
   *
   * @throws ProblemException if what it shows is refused, or it shows nothing where it must
   */
  Principal principal(Right right, Finding finding) {
    if (finding instanceof Finding.Known known) {
      return known.principal();
    }
    if (finding instanceof Finding.Refused refused) {
      throw new ProblemException(refused.problem());
    }
    if (isAsked(right) && permissions.isEmpty() && authenticator != Authenticator.NONE) {
      throw new ProblemException(noCredentials("credentials are required for writes"));
    }
    return Principal.ANONYMOUS;
  }

  /** Why a principal may not do something; empty if it may. */
  CompletableFuture<Optional<Problem>> objection(
      Principal principal, Access access, Caller caller) {
    if (permissions.isEmpty() || !isAsked(access.right())) {
      return NO_OBJECTION;
    }
    return permissions
        .get()
        .objection(principal, access, caller)
        .thenApply(why -> why.map(problem -> told(principal, problem)));
  }

  /** The same for those who have no route. */
  public CompletableFuture<Optional<Problem>> objection(Shown shown, Access access, Caller caller) {
    Finding finding = find(access.right(), shown);
    if (finding instanceof Finding.Later later) {
      return later
          .finding()
          .thenComposeAsync(found -> judge(found, access, caller), caller.home())
          .toCompletableFuture();
    }
    return judge(finding, access, caller);
  }

  private CompletableFuture<Optional<Problem>> judge(
      Finding finding, Access access, Caller caller) {
    try {
      return objection(principal(access.right(), finding), access, caller);
    } catch (ProblemException refused) {
      return CompletableFuture.completedFuture(Optional.of(refused.problem()));
    }
  }

  /** Whoever is not known yet may try again as somebody. */
  private static Problem told(Principal principal, Problem problem) {
    return principal.isAnonymous() && problem.status() == 403
        ? noCredentials(problem.detail())
        : problem;
  }

  private static Problem noCredentials(String detail) {
    return Problem.of(401, "no-credentials", detail).with("WWW-Authenticate", REALM);
  }
}
