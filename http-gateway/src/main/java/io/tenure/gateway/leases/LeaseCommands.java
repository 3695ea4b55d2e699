package io.tenure.gateway.leases;

import io.tenure.gateway.Call;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Proof.ByHolderAndVersion;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;

/** Reads from the headers and the body of a call what it asks the kernel to do. */
record LeaseCommands(Ttl defaultLength, LeasesOptions options) {

  Command acquire(Call call, LeaseUri uri) {
    return new Acquire(
        uri.resource(),
        Holder.named(Headers.client(call)),
        Headers.length(call).orElse(defaultLength),
        WhenHeld.REFUSE,
        data(call),
        uri.quota());
  }

  /** What the call does not name stays as it is. */
  Command renew(Call call, LeaseUri uri) {
    UserData data = data(call);
    return new Renew(
        uri.resource(),
        proof(call),
        Headers.length(call).orElse(null),
        data.isEmpty() ? null : data);
  }

  Command release(Call call, LeaseUri uri) {
    return new Release(uri.resource(), proof(call), true);
  }

  private static ByHolderAndVersion proof(Call call) {
    return new ByHolderAndVersion(Holder.named(Headers.client(call)), Headers.version(call));
  }

  private UserData data(Call call) {
    if (call.body().length > options.dataBytes()) {
      throw new ProblemException(
          Problem.of(
              413,
              "data-too-large",
              "a client may keep " + options.dataBytes() + " bytes with a lease"));
    }
    return UserData.of(call.body());
  }
}
