/**
 * The command line: {@code tenure claim}, {@code tenure run} and the rest. What asks one question
 * and ends uses {@link io.tenure.cli.Nodes}, which starts in a fraction of the time that {@code
 * java.net.http} takes; what holds claims uses the library.
 */
@NullMarked
package io.tenure.cli;

import org.jspecify.annotations.NullMarked;
