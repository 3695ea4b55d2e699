/**
 * Private keys and certificates, as PEM files have them. Whoever speaks TLS reads its files here:
 * the servers for clients, and the link between nodes.
 */
@NullMarked
package io.tenure.pem;

import org.jspecify.annotations.NullMarked;
