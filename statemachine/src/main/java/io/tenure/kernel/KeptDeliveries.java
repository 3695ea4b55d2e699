package io.tenure.kernel;

import java.util.List;

/** The deliveries that one log entry carried out, and until when they are remembered. */
public record KeptDeliveries(long entry, ClusterTime until, List<DeliveryId> ids) {

  long digest() {
    Digest digest = Digest.start().add(entry).add(until.micros());
    for (DeliveryId id : ids) {
      digest = digest.add(id.sender()).add(id.number());
    }
    return digest.value();
  }
}
