package io.tenure.client;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One event of the cluster's stream.
 *
 * @param id where to go on after it; the same on every node
 * @param name such as {@code granted} or {@code ended}
 */
public record ClusterEvent(String id, String name, JsonNode data) {}
