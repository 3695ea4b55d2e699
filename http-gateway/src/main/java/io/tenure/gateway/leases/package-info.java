/**
 * The leases dialect, {@code /v1/<namespace>/leases/<name>}: a client names itself and proves that
 * a lease is its own by that name and by the lease's version. What is known of a lease is in the
 * headers of every answer; the body is the client's bytes, a report or a JSON object, as it likes.
 */
@NullMarked
package io.tenure.gateway.leases;

import org.jspecify.annotations.NullMarked;
