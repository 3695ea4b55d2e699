/** How the process starts, refuses to start, and stops. */
@NullMarked
package io.tenure.node;

import org.jspecify.annotations.NullMarked;
