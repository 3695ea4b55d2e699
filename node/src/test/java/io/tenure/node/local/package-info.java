/** Whole clusters of processes; {@link io.tenure.node.local.FakeNode} stands in for the nodes. */
@NullMarked
package io.tenure.node.local;

import org.jspecify.annotations.NullMarked;
