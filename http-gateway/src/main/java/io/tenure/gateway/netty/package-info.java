/**
 * The HTTP/1.1 server: bytes to calls, answers to bytes. Netty moves the bytes and encrypts them;
 * the grammar is read here, strictly, because a request that two readers understand differently is
 * how one is smuggled past the other, because a refusal must know the path it refuses, and because
 * a small request should cost a small number of objects. Everything that belongs to a connection
 * happens on its event loop, so nothing here is locked.
 */
@NullMarked
package io.tenure.gateway.netty;

import org.jspecify.annotations.NullMarked;
