/** Requests that nobody in his right mind would send, and a client that sends them. */
@NullMarked
package io.tenure.node.random;

import org.jspecify.annotations.NullMarked;
