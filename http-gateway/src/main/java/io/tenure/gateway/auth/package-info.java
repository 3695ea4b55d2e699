/** Authenticators: who may change something, and how a call proves to come from them. */
@NullMarked
package io.tenure.gateway.auth;

import org.jspecify.annotations.NullMarked;
