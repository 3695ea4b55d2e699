package io.tenure.store;

import io.tenure.codec.ClaimCodec;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Single reads from a database. */
final class DiskArchive {

  private DiskArchive() {}

  static Optional<Claim> ended(Database database, ClaimId id) {
    return database
        .get(Family.CLAIMS, RecordKeys.of(id.value()))
        .filter(bytes -> ClaimCodec.statusOf(bytes).isFinal())
        .map(ClaimCodec::decode);
  }

  static Optional<Result> answer(Database database, RequestKey key) {
    byte[] name = RecordKeys.of(key.name());
    return database
        .get(Family.ANSWERS, name)
        .filter(record -> AnswerRecord.decode(name, record).answer().key().equals(key))
        .map(AnswerRecord::decodeResult);
  }

  static Optional<Result> answer(Database database, DeliveryId delivery, long entry) {
    return database
        .get(Family.ANSWERS, RecordKeys.of(entry))
        .flatMap(record -> DeliveryRecord.resultOf(delivery, record));
  }

  /** A resource is held by one claim after the other, so the newest has the largest id. */
  static List<Claim> tenures(Database database, ResourceKey resource, int limit) {
    List<Claim> claims = new ArrayList<>();
    byte[] prefix = RecordKeys.prefix(resource, true);
    try (Walk index = database.walks(Family.RESOURCES).get(0)) {
      index.toLastBefore(RecordKeys.withId(prefix, Long.MAX_VALUE));
      while (claims.size() < limit && index.isThere()) {
        byte[] key = index.key();
        if (!RecordKeys.hasPrefix(key, prefix)) {
          break;
        }
        ended(database, new ClaimId(RecordKeys.idAfter(prefix, key))).ifPresent(claims::add);
        index.back();
      }
    }
    return claims;
  }
}
