package io.tenure.kernel;

import java.util.List;

/**
 * What one log entry led to: an answer for each of its requests, in their order, and the changes
 * for everybody else, in the order in which they happened.
 */
public record Outcome(List<Result> results, List<Event> events) {}
