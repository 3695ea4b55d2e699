/**
 * The process: the command line, who this node is, and the wiring of everything else. {@link
 * io.tenure.node.Main} is where it starts; what a user can get wrong ends in one clear line and an
 * {@link io.tenure.node.ExitCode}, never in a stack trace.
 */
@NullMarked
package io.tenure.node;

import org.jspecify.annotations.NullMarked;
