/**
 * The benchmark: starts real clusters as processes, lets a load generator in its own process work
 * on them, and prints what came of it. Tenure is compared with etcd and ZooKeeper on the same
 * machine in the same run.
 */
@NullMarked
package io.tenure.bench;

import org.jspecify.annotations.NullMarked;
