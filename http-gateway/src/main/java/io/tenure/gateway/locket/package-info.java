/**
 * The Locket dialect: gRPC on a port of its own. An owner locks a key for some seconds and locks it
 * again before they are over; whoever names itself as the owner is the owner. A holder of such a
 * lock gives up its work at the first error, so a call is held through an election rather than
 * failed.
 */
@NullMarked
package io.tenure.gateway.locket;

import org.jspecify.annotations.NullMarked;
