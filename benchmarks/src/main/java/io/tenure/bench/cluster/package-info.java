/** Clusters of three systems as processes on this machine, and what the kernel says of them. */
@NullMarked
package io.tenure.bench.cluster;

import org.jspecify.annotations.NullMarked;
