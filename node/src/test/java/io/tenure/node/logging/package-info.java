/** What a log line looks like, and which lines there are. */
@NullMarked
package io.tenure.node.logging;

import org.jspecify.annotations.NullMarked;
