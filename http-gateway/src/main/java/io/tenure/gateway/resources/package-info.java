/**
 * {@code GET /v1/resources}: who holds a resource, who waits for it and who held it before, in the
 * words of whatever dialect they came through.
 */
@NullMarked
package io.tenure.gateway.resources;

import org.jspecify.annotations.NullMarked;
