/**
 * Clients that use a cluster as its users do, over real connections, and record what they saw. Each
 * workload exercises one promise. They use a small client of their own without retries, so that
 * nothing is hidden from the checkers.
 */
@NullMarked
package io.tenure.chaos.workload;

import org.jspecify.annotations.NullMarked;
