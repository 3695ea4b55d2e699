package io.tenure.simulation;

import io.tenure.codec.ClaimCodec;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Event;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.KeptDeliveries;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.Result;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Nodes, stores, logs and clients that are nearly right. */
final class FaultyParts {

  private FaultyParts() {}

  static Parts withStore(Supplier<SimStore> store) {
    return new Parts() {
      @Override
      SimStore store() {
        return store.get();
      }
    };
  }

  static Parts withLog(Supplier<SimLog> log) {
    return new Parts() {
      @Override
      SimLog log() {
        return log.get();
      }
    };
  }

  static final class WallClock extends Parts {
    @Override
    long nanos(SimClock clock) {
      return clock.wallMicros() * 1_000;
    }
  }

  static final class StartsTimeWhenElected extends Parts {
    @Override
    boolean startsTimeWhenElected() {
      return true;
    }
  }

  static final class ProposesOldStamps extends Parts {
    @Override
    boolean proposesOldStamps() {
      return true;
    }
  }

  /** A node that was started again numbers its requests as it did before. */
  static final class KeepsSenderAfterRestart extends Parts {
    @Override
    long sender(int node, int start) {
      return node;
    }
  }

  static final class LosesWaitingInSnapshot extends MemoryStore {
    @Override
    public Object snapshot() {
      Image copy = (Image) super.snapshot();
      copy.live.values().removeIf(claim -> ClaimCodec.statusOf(claim) == ClaimStatus.WAITING);
      return copy;
    }
  }

  static final class LosesEndedInSnapshot extends MemoryStore {
    @Override
    public Object snapshot() {
      Image copy = (Image) super.snapshot();
      copy.endedById.clear();
      return copy;
    }
  }

  static final class ForgetsKeys extends MemoryStore {
    @Override
    public void write(
        long index, long term, List<Event> events, LeaseTable.TableHead head, long digest) {
      super.write(index, term, events, head, digest);
      image().keys.clear();
    }
  }

  static final class ForgetsAnswers extends MemoryStore {
    @Override
    public void crash() {
      super.crash();
      image().answers.clear();
    }
  }

  static final class ForgetsDelivered extends MemoryStore {
    @Override
    public void crash() {
      super.crash();
      image().delivered.clear();
    }
  }

  /** Gives every delivery the first answer of its entry. */
  static final class MixesDeliveredUp extends MemoryStore {
    @Override
    public Optional<Result> answer(DeliveryId delivery, long entry) {
      KeptDeliveries kept = image().deliveries.get(entry);
      return kept == null ? Optional.empty() : super.answer(kept.ids().get(0), entry);
    }
  }

  /** Lets claims on disk forget when their owners asked. */
  static final class SkipsAsks extends MemoryStore {
    @Override
    public void write(
        long index, long term, List<Event> events, LeaseTable.TableHead head, long digest) {
      List<Event> most =
          events.stream().filter(event -> !(event instanceof Event.ClaimAsked)).toList();
      super.write(index, term, most, head, digest);
    }
  }

  /** The index is that of the batch before. */
  static final class IndexLagsBehind extends MemoryStore {
    private long before;

    @Override
    public void write(
        long index, long term, List<Event> events, LeaseTable.TableHead head, long digest) {
      super.write(before, term, events, head, digest);
      before = index;
    }
  }

  /** A crash brings back old claims beside a new head. */
  static final class TornByCrash extends MemoryStore {
    @Override
    public void crash() {
      byte[] head = image().head;
      super.crash();
      image().head = head;
    }
  }

  /** Lets claims on disk keep the end that they had when they were granted. */
  static final class SkipsRenewals extends MemoryStore {
    @Override
    public void write(
        long index, long term, List<Event> events, LeaseTable.TableHead head, long digest) {
      List<Event> most =
          events.stream().filter(event -> !(event instanceof Event.ClaimRenewed)).toList();
      super.write(index, term, most, head, digest);
    }
  }

  /** Gives every repeated request the answer that was kept last. */
  static final class MixesAnswersUp extends MemoryStore {
    @Override
    public void write(
        long index, long term, List<Event> events, LeaseTable.TableHead head, long digest) {
      super.write(index, term, events, head, digest);
      for (Event event : events) {
        if (event instanceof AnswerKept kept) {
          Map<?, byte[]> answers = image().answers;
          byte[] last = image().answers.getOrDefault(kept.key().name(), new byte[0]);
          answers.replaceAll((name, answer) -> last);
        }
      }
    }
  }

  /** Says that an entry is on disk before it is. */
  static final class UnsyncedLog extends SimLog {
    @Override
    void crash() {
      if (last() > first()) {
        truncateFrom(last());
      }
    }
  }

  static final class AnybodyLeads extends Parts {
    @Override
    boolean votesFor(SimNode candidate, SimNode voter) {
      return true;
    }
  }

  static final class LeaderAloneCommits extends Parts {
    @Override
    long agreed(long[] indexes) {
      long most = 0;
      for (long index : indexes) {
        most = Math.max(most, index);
      }
      return most;
    }
  }

  static final class CompactsUnflushed extends Parts {
    @Override
    void compact(SimNode node, long through) {
      node.log.compactThrough(through);
    }
  }

  static final class CountsFromTheAnswer extends Parts {
    @Override
    long countsFrom(long sentMicros, long receivedMicros) {
      return receivedMicros;
    }
  }

  static Map<String, Parts> all() {
    Map<String, Parts> faults = new TreeMap<>();
    faults.put("stamps come from the wall clock", new WallClock());
    faults.put("the base is taken before inherited entries", new StartsTimeWhenElected());
    faults.put("what was stamped in an old term is proposed in a new one", new ProposesOldStamps());
    faults.put("a snapshot loses who waits", withStore(LosesWaitingInSnapshot::new));
    faults.put("a snapshot loses who has ended", withStore(LosesEndedInSnapshot::new));
    faults.put("request keys are not stored", withStore(ForgetsKeys::new));
    faults.put("first answers do not survive a crash", withStore(ForgetsAnswers::new));
    faults.put("first answers are mixed up", withStore(MixesAnswersUp::new));
    faults.put("renewals are not stored", withStore(SkipsRenewals::new));
    faults.put("asks are not stored", withStore(SkipsAsks::new));
    faults.put("what was delivered does not survive a crash", withStore(ForgetsDelivered::new));
    faults.put("answers to deliveries are mixed up", withStore(MixesDeliveredUp::new));
    faults.put("a restarted node numbers anew under its old name", new KeepsSenderAfterRestart());
    faults.put("the applied index is not written with its batch", withStore(IndexLagsBehind::new));
    faults.put("a crash tears a batch apart", withStore(TornByCrash::new));
    faults.put("a crash loses the end of the log", withLog(UnsyncedLog::new));
    faults.put("a replica that lags behind can be elected", new AnybodyLeads());
    faults.put("the leader alone commits", new LeaderAloneCommits());
    faults.put("the log is compacted beyond the flushed store", new CompactsUnflushed());
    faults.put("a client counts from the answer on", new CountsFromTheAnswer());
    return faults;
  }
}
