/**
 * What those who run a cluster ask a node: whether it lives, whether it can serve, its metrics, and
 * how it sees the members. The answers come through small ports that the node implements.
 */
@NullMarked
package io.tenure.gateway.admin;

import org.jspecify.annotations.NullMarked;
