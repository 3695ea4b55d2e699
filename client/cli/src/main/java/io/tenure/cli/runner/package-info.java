/**
 * Runners: a lock that a process holds for as long as it lives, and its presence, which it gets
 * back whenever it was lost. Both work over the Locket gRPC API and over claims alike, behind the
 * port {@link io.tenure.cli.runner.RunnerLock}.
 */
@NullMarked
package io.tenure.cli.runner;

import org.jspecify.annotations.NullMarked;
