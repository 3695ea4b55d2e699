package io.tenure.gateway.locks;

import io.tenure.gateway.HolderWords;
import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.Claim;

/** The holders of locks, who keep no data with them. */
public final class LockHolders implements HolderWords {

  @Override
  public String dialect() {
    return "locks";
  }

  @Override
  public String prefix() {
    return LockBody.prefix();
  }

  @Override
  public boolean canBeOurs(Claim claim) {
    return claim.data().isEmpty();
  }

  @Override
  public void writeMore(JsonText json, Claim claim) {
    json.ascii(",\"key\":").string(claim.resource().name().substring(prefix().length()));
    json.ascii(",\"generation\":").integer(claim.tenure().version().value());
  }
}
