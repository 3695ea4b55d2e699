/**
 * The {@code /v1/claims} dialect: a client files a claim, the claim waits in line and is granted,
 * and its id is the proof of ownership. Bodies are JSON objects, refusals are problems by RFC 9457.
 */
@NullMarked
package io.tenure.gateway.claims;

import org.jspecify.annotations.NullMarked;
