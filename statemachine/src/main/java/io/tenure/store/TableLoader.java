package io.tenure.store;

import io.tenure.codec.AppliedHead;
import io.tenure.codec.ClaimCodec;
import io.tenure.codec.CodecException;
import io.tenure.kernel.Claim;
import io.tenure.kernel.KeptDeliveries;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.LeaseTable.KeptAnswer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Reads a table back, and proves by its digest that it is the one that was written. */
final class TableLoader {

  private TableLoader() {}

  static LeaseTable load(Database database, AppliedHead head) {
    LeaseTable table = new LeaseTable();
    try (Walk claims = database.walk(Family.CLAIMS)) {
      claims.toFirst();
      table.restore(
          head.table(), () -> new LiveClaims(claims), answers(database), deliveries(database));
    } catch (CodecException | IllegalStateException e) {
      throw new StoreException("corrupt store", e);
    }
    if (table.digest() != head.digest()) {
      throw new StoreException(
          "corrupt store: the table of entry %d has digest %016x instead of %016x"
              .formatted(head.index(), table.digest(), head.digest()));
    }
    return table;
  }

  private static List<KeptAnswer> answers(Database database) {
    List<AnswerRecord> records = new ArrayList<>();
    try (Walk answers = database.walk(Family.ANSWERS)) {
      for (answers.toFirst(); answers.isThere(); answers.forth()) {
        if (answers.key().length != DeliveryRecord.KEY_SIZE) {
          records.add(AnswerRecord.decode(answers.key(), answers.value()));
        }
      }
    }
    records.sort(Comparator.comparing(AnswerRecord::number));
    return records.stream().map(AnswerRecord::answer).toList();
  }

  private static List<KeptDeliveries> deliveries(Database database) {
    List<KeptDeliveries> kept = new ArrayList<>();
    try (Walk answers = database.walk(Family.ANSWERS)) {
      for (answers.toFirst(); answers.isThere(); answers.forth()) {
        if (answers.key().length == DeliveryRecord.KEY_SIZE) {
          kept.add(DeliveryRecord.decode(answers.key(), answers.value()));
        }
      }
    }
    return kept; // in the order of their keys, which is that of the entries
  }

  /** Passes over the ended claims, of which it reads only the status. */
  private static final class LiveClaims implements Iterator<Claim> {

    private final Walk claims;
    private byte[] next = {};

    LiveClaims(Walk claims) {
      this.claims = claims;
      findNext();
    }

    @Override
    public boolean hasNext() {
      return next.length > 0;
    }

    @Override
    public Claim next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Claim claim = ClaimCodec.decode(next);
      findNext();
      return claim;
    }

    private void findNext() {
      next = new byte[0];
      while (next.length == 0 && claims.isThere()) {
        byte[] value = claims.value();
        if (ClaimCodec.statusOf(value).isLive()) {
          next = value;
        }
        claims.forth();
      }
    }
  }
}
