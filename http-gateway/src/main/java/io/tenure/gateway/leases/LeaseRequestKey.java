package io.tenure.gateway.leases;

import io.tenure.gateway.Call;
import io.tenure.gateway.IdempotencyKey;
import io.tenure.gateway.Principal;
import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import java.util.List;

/**
 * Tells a repeated request from a new one under the same key. In this dialect a request is not only
 * its path and body: for how long it wants the lease, and which version it is about, stands in its
 * headers.
 */
final class LeaseRequestKey {

  private static final List<String> DECISIVE = List.of(Headers.LENGTH, Headers.VERSION);

  /** Of the hash by Fowler, Noll and Vo. */
  private static final long PRIME = 0x100000001b3L;

  private LeaseRequestKey() {}

  static Request request(Call call, Principal client, Command command) {
    Request request = IdempotencyKey.request(call, client, command);
    RequestKey key = request.key();
    if (key == null) {
      return request;
    }
    long fingerprint = key.fingerprint();
    for (String name : DECISIVE) {
      fingerprint = mix(fingerprint, call.header(name).orElse(""));
    }
    return new Request(command, new RequestKey(key.high(), key.low(), fingerprint));
  }

  private static long mix(long hash, String text) {
    long mixed = hash;
    for (int i = 0; i < text.length(); i++) {
      mixed = (mixed ^ text.charAt(i)) * PRIME;
    }
    return (mixed ^ 0xffff) * PRIME; // no text has this character, so it ends one
  }
}
