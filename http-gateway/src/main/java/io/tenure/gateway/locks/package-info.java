/**
 * The {@code /api/locks} dialect: clients have no name, and prove that a lock is theirs by its
 * generation. Requests are small JSON objects, refusals are a line of plain text.
 */
@NullMarked
package io.tenure.gateway.locks;

import org.jspecify.annotations.NullMarked;
