package io.tenure.chaos.workload;

import java.net.URI;

/**
 * Where one node is reached.
 *
 * @param node its id, as the faults name it
 * @param grpc {@code host:port} of Locket, or empty if it has none
 */
public record Endpoint(String node, URI http, String grpc) {}
