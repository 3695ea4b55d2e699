/**
 * The wire side: dialects that translate between HTTP and the kernel's words, and what they share.
 * A dialect declares its routes; the gateway finds the route of a call and checks the call first.
 * They reach the replicated state through {@code io.tenure.service}. Nothing here knows who
 * replicates it, or which server reads the bytes.
 */
@NullMarked
package io.tenure.gateway;

import org.jspecify.annotations.NullMarked;
