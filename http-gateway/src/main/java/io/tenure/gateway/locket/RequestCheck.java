package io.tenure.gateway.locket;

import io.grpc.Status;
import io.tenure.gateway.Names;
import io.tenure.gateway.locket.wire.FetchAllRequest;
import io.tenure.gateway.locket.wire.FetchRequest;
import io.tenure.gateway.locket.wire.LockRequest;
import io.tenure.gateway.locket.wire.ReleaseRequest;
import io.tenure.gateway.locket.wire.Resource;
import java.util.Optional;

/** What is wrong with a request, before anybody is asked. The order of the checks is promised. */
final class RequestCheck {

  static final int NAME_CHARACTERS = 255;
  static final int VALUE_CHARACTERS = 4096;

  private RequestCheck() {}

  static Optional<Status> flaw(LockRequest request) {
    if (!request.hasResource()) {
      return Optional.of(LocketRefusals.NO_RESOURCE);
    }
    Resource resource = request.getResource();
    if (Kinds.of(resource).isEmpty()) {
      return Optional.of(LocketRefusals.INVALID_TYPE);
    }
    if (request.getTtlInSeconds() <= 0) {
      return Optional.of(LocketRefusals.INVALID_TTL);
    }
    if (resource.getOwner().isEmpty()) {
      return Optional.of(LocketRefusals.INVALID_OWNER);
    }
    return nameFlaw(resource)
        .or(() -> lengthFlaw("value", resource.getValue(), VALUE_CHARACTERS))
        .map(LocketRefusals::invalid);
  }

  /** An owner without a name is allowed to ask; it just owns nothing. */
  static Optional<Status> flaw(ReleaseRequest request) {
    return request.hasResource()
        ? nameFlaw(request.getResource()).map(LocketRefusals::invalid)
        : Optional.of(LocketRefusals.NO_RESOURCE);
  }

  static Optional<Status> flaw(FetchRequest request) {
    return nameFlaw("key", request.getKey()).map(LocketRefusals::invalid);
  }

  static Optional<Status> flaw(FetchAllRequest request) {
    return Kinds.of(request).isEmpty()
        ? Optional.of(LocketRefusals.INVALID_TYPE)
        : Optional.empty();
  }

  private static Optional<String> nameFlaw(Resource resource) {
    String owner = resource.getOwner();
    return nameFlaw("key", resource.getKey())
        .or(() -> owner.isEmpty() ? Optional.empty() : nameFlaw("owner", owner));
  }

  private static Optional<String> nameFlaw(String field, String name) {
    return lengthFlaw(field, name, NAME_CHARACTERS)
        .or(() -> Names.flaw(name).map(flaw -> field + " " + flaw));
  }

  /** Counts characters, not bytes or halves of characters. */
  private static Optional<String> lengthFlaw(String field, String text, int most) {
    return text.length() > most && text.codePointCount(0, text.length()) > most
        ? Optional.of(field + " must not be longer than " + most + " characters")
        : Optional.empty();
  }
}
