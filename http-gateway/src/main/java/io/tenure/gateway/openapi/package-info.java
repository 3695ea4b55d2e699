/** {@code GET /openapi.json}: the description of all dialects of HTTP, for programs. */
@NullMarked
package io.tenure.gateway.openapi;

import org.jspecify.annotations.NullMarked;
