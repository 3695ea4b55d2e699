/**
 * A whole cluster on one machine: one process for each node, started, watched and stopped together.
 * It knows nodes as programs that are started and asked over HTTP, nothing of what is inside.
 */
@NullMarked
package io.tenure.node.local;

import org.jspecify.annotations.NullMarked;
