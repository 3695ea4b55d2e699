/**
 * Which cluster a node belongs to, and who else does. Pure: what is on disk and what the others say
 * comes in, what to think of it comes out.
 */
@NullMarked
package io.tenure.node.identity;

import org.jspecify.annotations.NullMarked;
