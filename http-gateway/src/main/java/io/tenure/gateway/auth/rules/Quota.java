package io.tenure.gateway.auth.rules;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How much a principal may ask of one node.
 *
 * @param line its number in the file
 * @param ratePerSecond requests that file something
 * @param ttl the longest that a claim may last
 */
public record Quota(int line, String text, OptionalInt ratePerSecond, Optional<Duration> ttl) {}
