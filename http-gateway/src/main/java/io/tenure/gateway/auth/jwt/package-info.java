/**
 * JSON Web Tokens: who signed them, and whom they name. The only importer of the library for them.
 * Keys are fetched by threads of their own, seldom, and stay while their issuer is down.
 */
@NullMarked
package io.tenure.gateway.auth.jwt;

import org.jspecify.annotations.NullMarked;
