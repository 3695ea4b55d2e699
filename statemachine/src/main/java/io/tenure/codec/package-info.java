/**
 * The bytes of log entries, results and records on disk.
 *
 * <p>Every type and every enum constant has a number of its own, which is never given to another
 * one, and whatever stands on its own starts with a format version. Equal values have equal bytes
 * on every machine. A reader that meets anything it does not know throws; it never skips.
 */
@NullMarked
package io.tenure.codec;

import org.jspecify.annotations.NullMarked;
