/**
 * {@code GET /v1/events}: what happens to claims, as server-sent events. Every stream reads the
 * node's feed at its own pace, up to the feed's end; one thread does so for all of them, apart from
 * those that apply the log and serve requests. A stream that the feed has overtaken is told so and
 * closed.
 */
@NullMarked
package io.tenure.gateway.events;

import org.jspecify.annotations.NullMarked;
