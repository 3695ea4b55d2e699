/**
 * What must have been true of a run. Each checker judges one promise from the history, the faults
 * that happened and what the nodes said at the end, and names the operations that broke it. None of
 * them asks the cluster anything.
 */
@NullMarked
package io.tenure.chaos.checker;

import org.jspecify.annotations.NullMarked;
