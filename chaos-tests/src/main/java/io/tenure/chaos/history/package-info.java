/**
 * What the clients of a run saw: operations with their beginning and their end by the harness's own
 * clock, written as JSON lines while they happen, and read back for the checkers. A history is
 * data; nothing here knows what an operation means.
 */
@NullMarked
package io.tenure.chaos.history;

import org.jspecify.annotations.NullMarked;
