/**
 * Calls a cluster from Java. It knows the wire of the claims dialect and nothing of the server; any
 * node will do, and with several it goes on when one of them dies.
 */
@NullMarked
package io.tenure.client;

import org.jspecify.annotations.NullMarked;
