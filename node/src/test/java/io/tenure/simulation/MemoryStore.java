package io.tenure.simulation;

import io.tenure.codec.AppliedHead;
import io.tenure.codec.ByteWriter;
import io.tenure.codec.ClaimCodec;
import io.tenure.codec.HeadCodec;
import io.tenure.codec.ResultCodec;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.DeliveryId;
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
import io.tenure.kernel.KeptDeliveries;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.LeaseTable.KeptAnswer;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** A store of bytes that lives as long as the test, with the promises of the real one. */
class MemoryStore implements SimStore {

  /** The records, as bytes; the last sequence number of all that ended is in the head. */
  static final class Image {
    final NavigableMap<Long, byte[]> live = new TreeMap<>();
    final NavigableMap<Long, byte[]> endedById = new TreeMap<>();
    final NavigableMap<Long, Long> endedBySequence = new TreeMap<>();
    final NavigableMap<RequestKey.Name, KeptAnswer> keys = new TreeMap<>();
    final NavigableMap<RequestKey.Name, byte[]> answers = new TreeMap<>();
    final NavigableMap<Long, KeptDeliveries> deliveries = new TreeMap<>();
    final Map<DeliveryId, byte[]> delivered = new HashMap<>();
    byte[] head = encode(new AppliedHead(0, 0, 0, 0, new LeaseTable().head()));

    Image copy() {
      Image copy = new Image();
      copy.live.putAll(live);
      copy.endedById.putAll(endedById);
      copy.endedBySequence.putAll(endedBySequence);
      copy.keys.putAll(keys);
      copy.answers.putAll(answers);
      copy.deliveries.putAll(deliveries);
      copy.delivered.putAll(delivered);
      copy.head = head;
      return copy;
    }
  }

  private Image durable = new Image();
  private Image image = new Image();
  private LeaseTable table = new LeaseTable();
  private final Event.Handler writes = new Writes();

  @Override
  public void write(
      long index, long term, List<Event> events, LeaseTable.TableHead head, long digest) {
    events.forEach(event -> event.dispatch(writes));
    image.head = encode(new AppliedHead(index, term, digest, 0, head));
  }

  @Override
  public void flush() {
    durable = image.copy();
  }

  @Override
  public void crash() {
    image = durable.copy();
  }

  @Override
  public long appliedIndex() {
    return HeadCodec.decode(image.head).index();
  }

  @Override
  public long appliedTerm() {
    return HeadCodec.decode(image.head).term();
  }

  @Override
  public LeaseTable table() {
    return table;
  }

  @Override
  public LeaseTable load() {
    table = new LeaseTable();
    if (appliedIndex() > 0) {
      List<Claim> claims = new ArrayList<>();
      image.live.values().forEach(bytes -> claims.add(ClaimCodec.decode(bytes)));
      table.restore(
          HeadCodec.decode(image.head).table(),
          claims,
          image.keys.values(),
          image.deliveries.values());
    }
    return table;
  }

  @Override
  public Optional<Claim> ended(ClaimId id) {
    return Optional.ofNullable(image.endedById.get(id.value())).map(ClaimCodec::decode);
  }

  @Override
  public List<Claim> tenures(ResourceKey resource, int limit) {
    return image.endedBySequence.descendingMap().values().stream()
        .map(id -> ClaimCodec.decode(image.endedById.get(id)))
        .filter(claim -> claim.resource().equals(resource) && claim.lease() != null)
        .limit(limit)
        .toList();
  }

  @Override
  public Cursor lastTenures(String prefix) {
    throw new UnsupportedOperationException("nobody lists resources here");
  }

  @Override
  public Cursor scan(ClaimFilter filter, ClaimId after) {
    throw new UnsupportedOperationException("nobody lists claims here");
  }

  @Override
  public Optional<Result> answer(RequestKey key) {
    return Optional.ofNullable(image.keys.get(key.name()))
        .filter(kept -> kept.key().equals(key))
        .map(kept -> image.answers.get(key.name()))
        .map(ResultCodec::decode);
  }

  @Override
  public Optional<Result> answer(DeliveryId delivery, long entry) {
    return Optional.ofNullable(image.delivered.get(delivery)).map(ResultCodec::decode);
  }

  @Override
  public Object snapshot() {
    return image.copy();
  }

  @Override
  public void install(Object snapshot, KnownLevels known) {
    known.require(HeadCodec.decode(((Image) snapshot).head).table().level());
    durable = ((Image) snapshot).copy();
    image = durable.copy();
  }

  @Override
  public void close() {}

  final Image image() {
    return image;
  }

  private static byte[] encode(AppliedHead head) {
    ByteWriter to = new ByteWriter(128);
    HeadCodec.encode(head, to);
    return to.toByteArray();
  }

  private static byte[] encode(Claim claim) {
    ByteWriter to = new ByteWriter(128);
    ClaimCodec.encode(claim, to);
    return to.toByteArray();
  }

  private final class Writes implements Event.Handler {

    private void put(Claim claim) {
      image.live.put(claim.id().value(), encode(claim));
    }

    @Override
    public void on(ClaimFiled event) {
      put(event.claim());
    }

    @Override
    public void on(ClaimGranted event) {
      put(event.claim());
    }

    @Override
    public void on(ClaimRenewed event) {
      put(event.claim());
    }

    @Override
    public void on(ClaimEnded event) {
      long id = event.claim().id().value();
      image.live.remove(id);
      image.endedById.put(id, encode(event.claim()));
      image.endedBySequence.put(event.sequence(), id);
    }

    @Override
    public void on(EndedDropped event) {
      var old = image.endedBySequence.subMap(event.first(), true, event.last(), true);
      old.values().forEach(image.endedById::remove);
      old.clear();
    }

    @Override
    public void on(AnswerKept event) {
      image.keys.put(event.key().name(), new KeptAnswer(event.key(), event.until()));
      image.answers.put(event.key().name(), ResultCodec.encode(event.answer()));
    }

    @Override
    public void on(AnswerDropped event) {
      image.keys.remove(event.name());
      image.answers.remove(event.name());
    }

    @Override
    public void on(TimeAdvanced event) {}

    @Override
    public void on(SettingsChanged event) {}

    @Override
    public void on(EpochRaised event) {}

    @Override
    public void on(ClaimAsked event) {
      put(event.claim());
    }

    @Override
    public void on(DeliveriesKept event) {
      image.deliveries.put(event.kept().entry(), event.kept());
      for (int i = 0; i < event.answers().size(); i++) {
        image.delivered.put(event.kept().ids().get(i), ResultCodec.encode(event.answers().get(i)));
      }
    }

    @Override
    public void on(DeliveriesDropped event) {
      KeptDeliveries old = image.deliveries.remove(event.entry());
      old.ids().forEach(image.delivered::remove);
    }

    @Override
    public void on(LevelRaised event) {}
  }
}
