/**
 * A small authority that signs the certificates by which nodes know each other, for a first try and
 * for tests. It keeps no list of what it signed and revokes nothing. The only package that knows
 * Bouncy Castle.
 */
@NullMarked
package io.tenure.node.certs;

import org.jspecify.annotations.NullMarked;
