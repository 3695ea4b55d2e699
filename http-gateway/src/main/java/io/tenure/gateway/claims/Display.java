package io.tenure.gateway.claims;

import io.tenure.gateway.Answer;
import io.tenure.gateway.ClaimWords;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimListing;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Lease;
import java.util.List;
import java.util.Optional;

/**
 * Answers that show claims.
 *
 * @param origin how the client reaches this server
 */
record Display(String origin) {

  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int ACCEPTED = 202;

  /** A page ends early, and the next one goes on, once it is as large as this. */
  private static final int LARGE_PAGE_BYTES = 8 << 20;

  private static final Answer.Header JSON = new Answer.Header("Content-Type", Answer.JSON);
  private static final List<Answer.Header> JSON_ONLY = List.of(JSON);

  Answer one(ClaimView view) {
    Lease lease = view.claim().lease();
    List<Answer.Header> headers = lease == null ? JSON_ONLY : List.of(JSON, tag(lease));
    return new Answer(OK, null, headers, body(view));
  }

  private static Answer.Header tag(Lease lease) {
    return new Answer.Header("ETag", IfMatch.tag(lease));
  }

  Answer one(Optional<ClaimView> view, ClaimId id) {
    return view.map(this::one)
        .orElseGet(() -> ProblemJson.write(ClaimWords.noSuchClaim(Long.toString(id.value()))));
  }

  /** The claim, and where it is. */
  Answer located(int status, ClaimView view) {
    Answer.Header location = new Answer.Header("Location", ClaimJson.url(origin, view.claim()));
    Lease lease = view.claim().lease();
    List<Answer.Header> headers =
        lease == null ? List.of(JSON, location) : List.of(JSON, location, tag(lease));
    return new Answer(status, null, headers, body(view));
  }

  /**
   * The answer to a POST that waited. A claim that is neither active nor waiting any more was
   * created and is over: that is neither 201, which means "yours", nor 202.
   */
  Answer afterWaiting(Optional<ClaimView> view, ClaimId id) {
    if (view.isEmpty()) {
      return one(view, id);
    }
    ClaimStatus status = view.get().claim().status();
    int code =
        status == ClaimStatus.ACTIVE ? CREATED : status == ClaimStatus.WAITING ? ACCEPTED : OK;
    return located(code, view.get());
  }

  Answer page(ClaimListing.Page page, ClaimsQuery query) {
    JsonText json = JsonText.start().ascii("[");
    ClaimId next = page.next();
    for (int i = 0; i < page.claims().size(); i++) {
      if (json.size() >= LARGE_PAGE_BYTES) {
        next = page.claims().get(i - 1).claim().id();
        break;
      }
      json.ascii(i == 0 ? "" : ",");
      ClaimJson.write(json, origin, page.claims().get(i));
    }
    Answer answer = new Answer(OK, null, JSON_ONLY, json.ascii("]").toBytes());
    if (next == null) {
      return answer;
    }
    if (page.claims().isEmpty() && query.window().offset() > 0) {
      throw new ProblemException(ClaimsRefusals.offsetTooFar());
    }
    String link = origin + ClaimJson.PATH + "?" + query.following(next);
    return answer.with("Link", "<" + link + ">; rel=\"next\"");
  }

  /** The refusal of a claim that cannot be active yet, which names who is in its way. */
  Answer contention(ClaimView claim, ClaimView holder) {
    String detail =
        "the claim is number " + claim.position() + " in line for " + claim.claim().resource();
    Problem problem = Problem.of(409, "still-waiting", detail);
    JsonText json = ProblemJson.begin(JsonText.start(), problem).ascii(",\"holder\":");
    writeHolder(json, holder);
    json.ascii(",\"expires_in\":");
    ClaimWords.writeRemaining(json, holder);
    json.ascii(",\"queue_position\":").integer(claim.position()).ascii("}");
    return ProblemJson.answer(problem, json);
  }

  private void writeHolder(JsonText json, ClaimView holder) {
    String name = holder.claim().holder().name();
    json.ascii("{\"id\":").integer(holder.claim().id().value());
    json.ascii(",\"url\":").string(ClaimJson.url(origin, holder.claim()));
    json.ascii(",\"name\":");
    if (name.isEmpty()) {
      json.ascii("null}");
    } else {
      json.string(name).ascii("}");
    }
  }

  private byte[] body(ClaimView view) {
    JsonText json = JsonText.start();
    ClaimJson.write(json, origin, view);
    return json.toBytes();
  }
}
