/** Drives Tenure through its Locket dialect: gRPC, one connection per client or per node. */
@NullMarked
package io.tenure.bench.load.locket;

import org.jspecify.annotations.NullMarked;
