/**
 * What a node counts and measures, for Prometheus. Meters are made before they are needed, so that
 * a call costs an addition or two and no look-up of names.
 */
@NullMarked
package io.tenure.node.metrics;

import org.jspecify.annotations.NullMarked;
