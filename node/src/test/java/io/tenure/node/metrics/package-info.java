/** What a node counts and measures. */
@NullMarked
package io.tenure.node.metrics;

import org.jspecify.annotations.NullMarked;
