/**
 * The wire side: dialects that translate between HTTP and the kernel's words, and the ports through
 * which they reach the replicated state. Nothing here knows who replicates it, or which server
 * reads the bytes.
 */
@NullMarked
package io.tenure.gateway;

import org.jspecify.annotations.NullMarked;
