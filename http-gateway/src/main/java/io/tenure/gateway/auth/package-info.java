/**
 * Who calls: authenticators by what a caller shows. Each finds one kind of credentials, {@link
 * io.tenure.gateway.auth.AuthenticatorChain} asks them in turn. Those that need a library, or ask
 * somebody over the network, are in packages below.
 */
@NullMarked
package io.tenure.gateway.auth;

import org.jspecify.annotations.NullMarked;
