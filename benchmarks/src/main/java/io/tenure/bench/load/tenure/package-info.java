/** Drives Tenure through its claims dialect: HTTP/1.1, one persistent connection per client. */
@NullMarked
package io.tenure.bench.load.tenure;

import org.jspecify.annotations.NullMarked;
