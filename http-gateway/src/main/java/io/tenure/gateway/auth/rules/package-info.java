/**
 * Who may do what to which resource: the lines of a file, of which the first that fits decides.
 * Names of resources are those of {@code /v1/resources}, so all dialects share the rules.
 */
@NullMarked
package io.tenure.gateway.auth.rules;

import org.jspecify.annotations.NullMarked;
