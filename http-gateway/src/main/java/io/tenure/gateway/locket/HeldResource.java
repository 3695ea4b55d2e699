package io.tenure.gateway.locket;

import io.tenure.gateway.locket.wire.Resource;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ResourceKey;
import java.nio.charset.StandardCharsets;

/** Keys as the cluster names them, and what is held as this dialect shows it. */
final class HeldResource {

  /** Keeps the keys of this dialect apart from the names of others. */
  static final String PREFIX = "locket/";

  private HeldResource() {}

  static ResourceKey named(String key) {
    return new ResourceKey(PREFIX + key);
  }

  static Resource of(Claim held) {
    Resource.Builder resource =
        Resource.newBuilder()
            .setKey(held.resource().name().substring(PREFIX.length()))
            .setOwner(owner(held))
            .setValue(new String(held.data().bytes(), StandardCharsets.UTF_8));
    Kinds.set(resource, held.holder().kind());
    return resource.build();
  }

  /** Something to know it by, if it came through a dialect without names. */
  private static String owner(Claim held) {
    String name = held.holder().name();
    return name.isEmpty() ? "claim " + held.id().value() : name;
  }
}
