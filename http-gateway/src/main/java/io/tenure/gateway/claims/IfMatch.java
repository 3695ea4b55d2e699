package io.tenure.gateway.claims;

import io.tenure.gateway.Call;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Lease;
import io.tenure.kernel.LeaseVersion;
import io.tenure.kernel.Proof.ByVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The versions of a claim's lease of which a client wants one to be the present one. Whether it is
 * is decided when the command is applied: the command carries the version as its proof.
 */
record IfMatch(List<String> tags) {

  static final String HEADER = "If-Match";

  private static final Pattern TAG = Pattern.compile("(W/)?\"[\\x21\\x23-\\x7e]*\"");
  private static final int MOST_TAGS = 16;

  /** No lease has it, so it proves nothing. */
  private static final LeaseVersion NO_VERSION = new LeaseVersion(0);

  /** What the client says; empty if it says nothing, or that any version will do. */
  static Optional<IfMatch> of(Call call) {
    List<String> lines = call.headers(HEADER);
    if (lines.isEmpty() || (lines.size() == 1 && lines.get(0).strip().equals("*"))) {
      return Optional.empty();
    }
    List<String> tags = new ArrayList<>();
    for (String tag : String.join(",", lines).split(",", -1)) {
      if (!TAG.matcher(tag.strip()).matches() || tags.size() == MOST_TAGS) {
        throw bad("If-Match must be *, or up to " + MOST_TAGS + " entity tags in quotes");
      }
      tags.add(tag.strip());
    }
    return Optional.of(new IfMatch(tags));
  }

  /** The tag of a lease, as in {@code ETag}. */
  static String tag(Lease lease) {
    return '"' + Long.toString(lease.version().value()) + '"';
  }

  /**
   * The amendment of a claim as a command that is carried out only if the claim's lease has one of
   * the versions.
   *
   * @param now the claim as it is just now; a version that it does not have proves nothing, lest it
   *     be that of the claim's successor
   */
  Command guard(Amend amendment, Claim now) {
    Lease lease = now.lease();
    ByVersion proof =
        new ByVersion(lease != null && tags.contains(tag(lease)) ? lease.version() : NO_VERSION);
    ClaimStatus status = amendment.status();
    if (status == ClaimStatus.RELEASED) {
      return new Release(now.resource(), proof, false);
    }
    if (amendment.ttl() != null && (status == null || status == ClaimStatus.ACTIVE)) {
      return new Renew(now.resource(), proof, amendment.ttl(), null);
    }
    throw bad("If-Match goes with a new ttl, the status released and DELETE only");
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(400, "bad-header", detail));
  }
}
