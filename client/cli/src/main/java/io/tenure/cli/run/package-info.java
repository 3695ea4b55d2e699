/**
 * {@code tenure run}: a command under a claim.
 *
 * <p>Three processes take part. The wrapper (this one) holds the claim and starts the command in a
 * process group of its own. A watchdog, a few lines of shell in a session of its own, reads from a
 * file until when the lease lasts, and stops the group if the wrapper does not move that time on.
 * So the command is stopped in time also if the wrapper is frozen or killed.
 */
@NullMarked
package io.tenure.cli.run;

import org.jspecify.annotations.NullMarked;
