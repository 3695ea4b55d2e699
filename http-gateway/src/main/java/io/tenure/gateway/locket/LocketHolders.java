package io.tenure.gateway.locket;

import io.tenure.gateway.ClaimWords;
import io.tenure.gateway.HolderWords;
import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.Claim;
import io.tenure.kernel.Holder;

/** The holders of what is locked through Locket, who all have a name. */
public final class LocketHolders implements HolderWords {

  @Override
  public String dialect() {
    return "locket";
  }

  @Override
  public String prefix() {
    return HeldResource.PREFIX;
  }

  @Override
  public boolean canBeOurs(Claim claim) {
    return !claim.holder().name().isEmpty();
  }

  @Override
  public void writeMore(JsonText json, Claim claim) {
    json.ascii(",\"key\":").string(claim.resource().name().substring(prefix().length()));
    json.ascii(",\"value\":");
    ClaimWords.writeData(json, claim);
    boolean presence = claim.holder().kind() == Holder.Kind.PRESENCE;
    json.ascii(presence ? ",\"type\":\"presence\"" : ",\"type\":\"lock\"");
  }
}
