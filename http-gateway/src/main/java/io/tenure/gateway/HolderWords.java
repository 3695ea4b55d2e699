package io.tenure.gateway;

import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.Claim;

/** What a dialect calls those who hold something through it. */
public interface HolderWords {

  /** The dialect's name. */
  String dialect();

  /** What the names of the dialect's resources begin with. */
  String prefix();

  /** Whether a claim on such a resource can have come through the dialect. */
  boolean canBeOurs(Claim claim);

  /** Appends the members that the dialect knows and others do not, each with a comma before it. */
  void writeMore(JsonText json, Claim claim);
}
