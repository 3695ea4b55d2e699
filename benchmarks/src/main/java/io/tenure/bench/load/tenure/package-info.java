/**
 * Drives Tenure through its HTTP dialects: HTTP/1.1, one persistent connection per client. What the
 * clients do is written once; a dialect only has its own requests.
 */
@NullMarked
package io.tenure.bench.load.tenure;

import org.jspecify.annotations.NullMarked;
