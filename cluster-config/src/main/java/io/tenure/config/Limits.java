package io.tenure.config;

/**
 * Greatest numbers and sizes.
 *
 * @param waitingPerResource claims that may wait for one resource
 * @param liveClaims active and waiting claims in all
 * @param leasesPerNamespace leases in one namespace
 * @param userDataBytes user data of one claim
 * @param nameBytes name of a resource
 * @param uriBytes request target
 * @param headerBytes all headers of a request
 * @param bodyBytes body of a request
 * @param connections client connections on one node
 * @param inFlight writes under way on one node
 */
public record Limits(
    int waitingPerResource,
    int liveClaims,
    int leasesPerNamespace,
    int userDataBytes,
    int nameBytes,
    int uriBytes,
    int headerBytes,
    int bodyBytes,
    int connections,
    int inFlight) {}
