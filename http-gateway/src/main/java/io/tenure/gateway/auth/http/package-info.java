/**
 * What authenticators ask of others over HTTP: one question at a time for each thread, bounded in
 * time and size, never on an event loop.
 */
@NullMarked
package io.tenure.gateway.auth.http;

import org.jspecify.annotations.NullMarked;
