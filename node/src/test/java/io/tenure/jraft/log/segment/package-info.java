@NullMarked
package io.tenure.jraft.log.segment;

import org.jspecify.annotations.NullMarked;
