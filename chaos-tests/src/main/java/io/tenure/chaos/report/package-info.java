/**
 * One page per run, for people: what was promised and kept, what went wrong and when, how long it
 * was felt, and how to repeat it. The page needs nothing but itself, and its size is bounded
 * however long the run was.
 */
@NullMarked
package io.tenure.chaos.report;

import org.jspecify.annotations.NullMarked;
