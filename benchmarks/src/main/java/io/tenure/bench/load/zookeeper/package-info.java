/**
 * Drives ZooKeeper with its own wire protocol: one session, so one connection, per client. What a
 * client sends and awaits is what the official client library would send and await.
 */
@NullMarked
package io.tenure.bench.load.zookeeper;

import org.jspecify.annotations.NullMarked;
