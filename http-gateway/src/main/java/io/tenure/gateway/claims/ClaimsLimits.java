package io.tenure.gateway.claims;

import io.tenure.gateway.Names;

/**
 * How much a client may put into a claim.
 *
 * @param nameBytes the name of a resource, in UTF-8
 * @param dataBytes its user data, as JSON text
 * @param bodyBytes a whole body, of which no more is read
 */
public record ClaimsLimits(int nameBytes, int dataBytes, int bodyBytes) {

  public static final ClaimsLimits DEFAULT =
      new ClaimsLimits(Names.MOST_BYTES, 64 * 1024, 128 * 1024);
}
