@NullMarked
package io.tenure.jraft.log;

import org.jspecify.annotations.NullMarked;
