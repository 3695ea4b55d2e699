package io.tenure.gateway.leases;

import io.tenure.gateway.ClaimWords;
import io.tenure.gateway.HolderWords;
import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.Claim;
import io.tenure.kernel.LeaseNames;

/** The holders of leases, who all have a name. */
public final class LeaseHolders implements HolderWords {

  @Override
  public String dialect() {
    return "leases";
  }

  @Override
  public String prefix() {
    return LeaseNames.PREFIX;
  }

  @Override
  public boolean canBeOurs(Claim claim) {
    return !claim.holder().name().isEmpty();
  }

  @Override
  public void writeMore(JsonText json, Claim claim) {
    json.ascii(",\"client_id\":");
    ClaimWords.writeOwner(json, claim);
    json.ascii(",\"version\":").integer(claim.tenure().version().value());
  }
}
