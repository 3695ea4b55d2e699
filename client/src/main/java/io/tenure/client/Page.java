package io.tenure.client;

import java.util.List;
import java.util.Optional;

/**
 * A part of a list.
 *
 * @param next where the rest is, for {@link ClaimsApi#next}; none if this is the end
 */
public record Page(List<ClaimInfo> claims, Optional<String> next) {}
