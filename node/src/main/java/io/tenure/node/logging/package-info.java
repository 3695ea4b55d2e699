/**
 * A small backend for SLF4J: one line per event on standard error, as text for people or as JSON
 * for machines. Our own loggers speak from INFO on, libraries from WARN on, and a few of them that
 * warn of everyday things only when they fail.
 */
@NullMarked
package io.tenure.node.logging;

import org.jspecify.annotations.NullMarked;
