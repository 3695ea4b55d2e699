package io.tenure.gateway.auth;

import io.tenure.gateway.Authenticator;
import io.tenure.gateway.Finding;
import io.tenure.gateway.Shown;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Asks several authenticators in turn. The first that knows the caller decides. What none of them
 * believes is refused with the first refusal; a final one ends the search.
 */
public final class AuthenticatorChain implements Authenticator {

  private final List<Authenticator> links;

  public AuthenticatorChain(List<Authenticator> links) {
    this.links = List.copyOf(links);
  }

  @Override
  public Finding find(Shown shown) {
    return find(shown, 0, Finding.NOTHING);
  }

  /**
   * Goes on with the search.
   *
   * @param soFar nothing, or the first refusal
   */
  private Finding find(Shown shown, int from, Finding soFar) {
    Finding found = soFar;
    for (int i = from; i < links.size(); i++) {
      Finding next = links.get(i).find(shown);
      if (next instanceof Finding.Later later) {
        return later(shown, i, later, found);
      }
      found = best(found, next);
      if (isDecided(found)) {
        return found;
      }
    }
    return found;
  }

  private Finding later(Shown shown, int place, Finding.Later asked, Finding soFar) {
    return new Finding.Later(
        asked.finding().thenCompose(answer -> goOn(shown, place, best(soFar, answer))));
  }

  private CompletionStage<Finding> goOn(Shown shown, int place, Finding soFar) {
    Finding end = isDecided(soFar) ? soFar : find(shown, place + 1, soFar);
    return end instanceof Finding.Later later
        ? later.finding()
        : CompletableFuture.completedFuture(end);
  }

  private static Finding best(Finding soFar, Finding next) {
    return isDecided(next) || soFar instanceof Finding.Nothing ? next : soFar;
  }

  private static boolean isDecided(Finding finding) {
    return finding instanceof Finding.Known
        || finding instanceof Finding.Refused refused && refused.isFinal();
  }
}
