/** Who belongs to a cluster and who does not. */
@NullMarked
package io.tenure.node.identity;

import org.jspecify.annotations.NullMarked;
