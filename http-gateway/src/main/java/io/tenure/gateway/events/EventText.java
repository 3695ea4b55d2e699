package io.tenure.gateway.events;

import io.tenure.gateway.ClaimWords;
import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.Claim;
import io.tenure.kernel.Event.ClaimChanged.Kind;
import io.tenure.kernel.Lease;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Ttl;
import io.tenure.service.EventFeed.Happened;
import io.tenure.service.EventFeed.Place;
import java.nio.charset.StandardCharsets;

/** What a stream says, in the format of server-sent events. */
final class EventText {

  static final byte[] PROBE = ascii(":\n\n");
  static final byte[] LEADER = ascii("event: leader\ndata: {\"event\":\"leader\"}\n\n");
  static final byte[] LEADERLESS = ascii("event: leaderless\ndata: {\"event\":\"leaderless\"}\n\n");

  private EventText() {}

  /**
   * The first words of a stream.
   *
   * @param from the place behind which the stream starts
   * @param last how far this node is
   */
  static byte[] hello(Place from, Place last) {
    return ascii(
        "retry: 1000\nid: "
            + from
            + "\nevent: hello\ndata: {\"event\":\"hello\",\"id\":\""
            + last
            + "\"}\n\n");
  }

  /** Says that what lies behind the one place, up to the other, cannot be told any more. */
  static byte[] gap(Place after, Place until) {
    return ascii(
        "id: "
            + until
            + "\nevent: gap\ndata: {\"event\":\"gap\",\"after\":\""
            + after
            + "\",\"until\":\""
            + until
            + "\"}\n\n");
  }

  /** The last word to a client that did not keep up; it may come back for what follows the id. */
  static byte[] lagged(Place after) {
    return ascii("event: lagged\ndata: {\"event\":\"lagged\",\"after\":\"" + after + "\"}\n\n");
  }

  /** A comment, and where to go on: events that the client does not want move that place too. */
  static byte[] heartbeat(Place place) {
    return ascii(": still here\nid: " + place + "\n\n");
  }

  static void write(JsonText text, Happened event) {
    Claim claim = event.claim();
    String word = word(event.kind());
    text.ascii("id: ").integer(event.place().index());
    text.ascii("-").integer(event.place().ordinal());
    text.ascii("\nevent: ").ascii(word);
    text.ascii("\ndata: {\"event\":\"").ascii(word);
    text.ascii("\",\"resource\":").string(claim.resource().name());
    text.ascii(",\"claim\":").integer(claim.id().value());
    text.ascii(",\"status\":\"").ascii(ClaimWords.of(claim.status()));
    text.ascii("\",\"fencing_token\":");
    Lease lease = claim.lease();
    if (lease == null) {
      text.ascii("null");
    } else {
      text.integer(lease.token().value());
    }
    text.ascii(",\"ttl\":");
    ClaimWords.writeTtl(text, event.kind() == Kind.ENDED ? Ttl.FOREVER : claim.ttl());
    text.ascii(",\"owner\":");
    ClaimWords.writeOwner(text, claim);
    text.ascii(",\"time\":").timestamp(moment(event).wallMicros());
    text.ascii("}\n\n");
  }

  private static Moment moment(Happened event) {
    Claim claim = event.claim();
    Moment ended = claim.ended();
    return switch (event.kind()) {
      case FILED -> claim.filed();
      case GRANTED -> claim.tenure().granted();
      case RENEWED -> claim.tenure().renewed();
      case ENDED -> ended == null ? claim.filed() : ended;
    };
  }

  private static String word(Kind kind) {
    return switch (kind) {
      case FILED -> "filed";
      case GRANTED -> "granted";
      case RENEWED -> "renewed";
      case ENDED -> "ended";
    };
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
