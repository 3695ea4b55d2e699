package io.tenure.simulation;

import io.tenure.codec.ClaimCodec;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Event;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.LeaseTable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Clocks, stores, logs and clients that are nearly right. */
final class FaultyParts {

  private FaultyParts() {}

  static Parts withClock(Supplier<LeaderClock> clock) {
    return new Parts() {
      @Override
      LeaderClock clock() {
        return clock.get();
      }
    };
  }

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

  static final class WallClock extends LeaderClock {
    private ClusterTime base = ClusterTime.ZERO;
    private long anchorMicros;

    @Override
    void ready(ClusterTime applied, SimClock clock) {
      base = applied;
      anchorMicros = clock.wallMicros();
    }

    @Override
    ClusterTime stamp(ClusterTime applied, SimClock clock) {
      long elapsed = Math.max(0, clock.wallMicros() - anchorMicros);
      ClusterTime cap = applied.plusMicros(CAP_MICROS);
      ClusterTime stamp = base.plusMicros(elapsed);
      return cap.isBefore(stamp) ? cap : stamp;
    }
  }

  static final class NoCap extends LeaderClock {
    @Override
    ClusterTime stamp(ClusterTime applied, SimClock clock) {
      return running(clock);
    }
  }

  static final class CapWithoutNewAnchor extends LeaderClock {
    @Override
    ClusterTime stamp(ClusterTime applied, SimClock clock) {
      ClusterTime cap = applied.plusMicros(CAP_MICROS);
      return cap.isBefore(running(clock)) ? cap : running(clock);
    }
  }

  static final class AnchorAtElection extends LeaderClock {
    @Override
    void elected(ClusterTime applied, SimClock clock) {
      anchor(applied, clock);
    }

    @Override
    void ready(ClusterTime applied, SimClock clock) {}
  }

  static final class AnchorOfFirstTerm extends LeaderClock {
    private boolean anchored;

    @Override
    void ready(ClusterTime applied, SimClock clock) {
      if (!anchored) {
        anchor(applied, clock);
        anchored = true;
      }
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
    public void write(long index, List<Event> events, LeaseTable.TableHead head, long digest) {
      super.write(index, events, head, digest);
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

  /** The index is that of the batch before. */
  static final class IndexLagsBehind extends MemoryStore {
    private long before;

    @Override
    public void write(long index, List<Event> events, LeaseTable.TableHead head, long digest) {
      super.write(before, events, head, digest);
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
    public void write(long index, List<Event> events, LeaseTable.TableHead head, long digest) {
      List<Event> most =
          events.stream().filter(event -> !(event instanceof Event.ClaimRenewed)).toList();
      super.write(index, most, head, digest);
    }
  }

  /** Gives every repeated request the answer that was kept last. */
  static final class MixesAnswersUp extends MemoryStore {
    @Override
    public void write(long index, List<Event> events, LeaseTable.TableHead head, long digest) {
      super.write(index, events, head, digest);
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
    boolean votesFor(Replica candidate, Replica voter) {
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
    void compact(Replica replica, long through) {
      replica.log.compactThrough(through);
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
    faults.put("stamps come from the wall clock", withClock(WallClock::new));
    faults.put("stamps have no cap", withClock(NoCap::new));
    faults.put("a capped clock goes on from its old anchor", withClock(CapWithoutNewAnchor::new));
    faults.put("the base is taken before inherited entries", withClock(AnchorAtElection::new));
    faults.put("a leader goes on from its earlier term", withClock(AnchorOfFirstTerm::new));
    faults.put("a snapshot loses who waits", withStore(LosesWaitingInSnapshot::new));
    faults.put("a snapshot loses who has ended", withStore(LosesEndedInSnapshot::new));
    faults.put("request keys are not stored", withStore(ForgetsKeys::new));
    faults.put("first answers do not survive a crash", withStore(ForgetsAnswers::new));
    faults.put("first answers are mixed up", withStore(MixesAnswersUp::new));
    faults.put("renewals are not stored", withStore(SkipsRenewals::new));
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
