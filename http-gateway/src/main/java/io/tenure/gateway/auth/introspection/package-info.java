/** Tokens that say nothing by themselves: their issuer is asked about each (RFC 7662). */
@NullMarked
package io.tenure.gateway.auth.introspection;

import org.jspecify.annotations.NullMarked;
