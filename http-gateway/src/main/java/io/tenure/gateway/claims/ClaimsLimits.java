package io.tenure.gateway.claims;

import io.tenure.gateway.Names;

/**
 * How much a client may put into a claim.
 *
 * @param nameBytes the name of a resource, in UTF-8
 * @param dataBytes its user data, as JSON text
 */
public record ClaimsLimits(int nameBytes, int dataBytes) {

  public static final ClaimsLimits DEFAULT = new ClaimsLimits(Names.MOST_BYTES, 64 * 1024);

  /** What surrounds the user data in a body, with room for white space. */
  private static final int SURROUNDINGS_BYTES = 64 * 1024;

  int bodyBytes() {
    return dataBytes + SURROUNDINGS_BYTES;
  }
}
