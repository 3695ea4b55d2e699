package io.tenure.store;

import io.tenure.codec.AppliedHead;
import io.tenure.codec.ByteWriter;
import io.tenure.codec.ClaimCodec;
import io.tenure.codec.HeadCodec;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Event;
import io.tenure.kernel.Event.AnswerDropped;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.Event.ClaimAsked;
import io.tenure.kernel.Event.ClaimEnded;
import io.tenure.kernel.Event.ClaimFiled;
import io.tenure.kernel.Event.ClaimGranted;
import io.tenure.kernel.Event.ClaimRenewed;
import io.tenure.kernel.Event.DeliveriesDropped;
import io.tenure.kernel.Event.DeliveriesKept;
import io.tenure.kernel.Event.EndedDropped;
import io.tenure.kernel.Event.EpochRaised;
import io.tenure.kernel.Event.LevelRaised;
import io.tenure.kernel.Event.SettingsChanged;
import io.tenure.kernel.Event.TimeAdvanced;
import io.tenure.kernel.LeaseTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns events into the writes of one batch. Of a claim that changed several times in it only the
 * last state is written. What is written depends on the events alone, and not on how they were cut
 * into batches, so stores that have applied the same log hold the same records.
 *
 * <p>Not thread-safe. Once a batch could not be written, the recorder is ahead of the database and
 * must be discarded.
 */
final class RecordWriter {

  private static final int USUAL_SIZE = 256;

  private final RecordBatch batch;
  private final Zones zones;
  private final EndOrder ends;
  private final Event.Handler handler = new Writes();

  /** The claims that changed in this batch and are not written to it yet. */
  private final Map<ClaimId, Claim> changed = new LinkedHashMap<>();

  private final ByteWriter key = new ByteWriter(USUAL_SIZE);
  private final ByteWriter value = new ByteWriter(USUAL_SIZE);
  private final ByteWriter nothing = new ByteWriter(0);
  private long answers;

  /** Goes on where a database has stopped. */
  RecordWriter(Database database, long ended, long answers) {
    this.answers = answers;
    batch = new RecordBatch(database);
    zones = Zones.read(database);
    ends = new EndOrder(database, ended);
  }

  /** Makes the batch that the database has to write for these events. */
  AppliedHead record(
      long index, long term, List<Event> events, LeaseTable.TableHead head, long digest) {
    batch.clear();
    for (Event event : events) {
      event.dispatch(handler);
    }
    changed.forEach(this::writeClaim);
    changed.clear();
    zones.writeChanges(batch);
    ends.writeChanges(batch);
    AppliedHead applied = new AppliedHead(index, term, digest, answers, head);
    HeadCodec.encode(applied, value.clear());
    batch.put(Family.HEAD, key.clear(), value);
    return applied;
  }

  byte[] batch() {
    return batch.toByteArray();
  }

  private void writeClaim(ClaimId id, Claim claim) {
    ClaimCodec.encode(claim, value.clear());
    batch.put(Family.CLAIMS, id.value(), value);
  }

  private void forget(End end) {
    changed.remove(end.id());
    batch.delete(Family.CLAIMS, end.id().value());
    RecordKeys.write(end, key.clear());
    batch.delete(Family.RESOURCES, key);
    zones.remove(end);
  }

  private final class Writes implements Event.Handler {

    @Override
    public void on(TimeAdvanced event) {
      // The head has the time.
    }

    @Override
    public void on(ClaimFiled event) {
      changed.put(event.claim().id(), event.claim());
    }

    @Override
    public void on(ClaimGranted event) {
      changed.put(event.claim().id(), event.claim());
    }

    @Override
    public void on(ClaimRenewed event) {
      changed.put(event.claim().id(), event.claim());
    }

    @Override
    public void on(ClaimEnded event) {
      Claim claim = event.claim();
      changed.put(claim.id(), claim);
      End end = End.of(claim);
      RecordKeys.write(end, key.clear());
      batch.put(Family.RESOURCES, key, nothing);
      zones.add(end, claim.filed().wallMicros());
      ends.add(event.sequence(), end);
    }

    @Override
    public void on(EndedDropped event) {
      for (long sequence = event.first(); sequence <= event.last(); sequence++) {
        forget(ends.get(sequence));
      }
      ends.dropThrough(event.first(), event.last(), batch);
    }

    @Override
    public void on(AnswerKept event) {
      answers++;
      RecordKeys.write(event.key().name(), key.clear());
      AnswerRecord.encode(event, answers, value.clear());
      batch.put(Family.ANSWERS, key, value);
    }

    @Override
    public void on(AnswerDropped event) {
      RecordKeys.write(event.name(), key.clear());
      batch.delete(Family.ANSWERS, key);
    }

    @Override
    public void on(SettingsChanged event) {
      // The head has the settings.
    }

    @Override
    public void on(EpochRaised event) {
      // The head has the last version.
    }

    @Override
    public void on(ClaimAsked event) {
      changed.put(event.claim().id(), event.claim());
    }

    @Override
    public void on(DeliveriesKept event) {
      DeliveryRecord.encode(event, value.clear());
      batch.put(Family.ANSWERS, event.kept().entry(), value);
    }

    @Override
    public void on(DeliveriesDropped event) {
      batch.delete(Family.ANSWERS, event.entry());
    }

    @Override
    public void on(LevelRaised event) {
      // The head has the level.
    }
  }
}
