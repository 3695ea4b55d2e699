package io.tenure.jraft;

import com.alipay.sofa.jraft.entity.PeerId;
import io.tenure.jraft.Leadership.Standing;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices at once that the leader's process has ended, instead of waiting for its silence to grow
 * long. Its machine then closes our connection to it and refuses a new one; a leader that is paused
 * or cut off does neither, and is left to the election timeout.
 *
 * <p>The follower that is first in the list of members stands for election at once, the next one a
 * little later if there is no leader by then, so that they do not split the votes. Elections are
 * safe whenever they happen; this only makes them early.
 */
final class LeaderLoss {

  private static final Logger LOG = LoggerFactory.getLogger(LeaderLoss.class);
  private static final long STAGGER_MILLIS = 150;
  private static final int CONNECT_MILLIS = 200;

  /** Makes this node stand for election now, if it still follows in that term. */
  interface Candidacy {

    void stand(long term);
  }

  private final Leadership leadership;
  private final Candidacy candidacy;
  private final PeerId self;
  private final List<PeerId> members;
  private final ScheduledExecutorService timer;
  private final Executor workers;

  LeaderLoss(
      RaftSettings settings,
      Leadership leadership,
      Candidacy candidacy,
      ScheduledExecutorService timer,
      Executor workers) {
    this.leadership = leadership;
    this.candidacy = candidacy;
    this.self = RaftTuning.peer(settings.self());
    this.members = settings.members().stream().map(RaftTuning::peer).toList();
    this.timer = timer;
    this.workers = workers;
  }

  /** To be called when a connection to another node has ended. */
  void connectionEnded(String address) {
    Standing standing = leadership.standing();
    boolean leaders =
        standing.leader().filter(peer -> peer.getEndpoint().toString().equals(address)).isPresent();
    if (leaders && !standing.mine()) {
      timer.schedule(
          () -> workers.execute(() -> standIfGone(standing)),
          STAGGER_MILLIS * placeInLine(standing.leader().orElseThrow()),
          TimeUnit.MILLISECONDS);
    }
  }

  private int placeInLine(PeerId leader) {
    int place = 0;
    for (PeerId member : members) {
      if (member.equals(self)) {
        return place;
      }
      place += member.equals(leader) ? 0 : 1;
    }
    return place;
  }

  private void standIfGone(Standing before) {
    PeerId leader = before.leader().orElseThrow();
    if (leadership.standing().equals(before) && isGone(leader)) {
      LOG.info("the leader {} is gone; standing for election", leader);
      candidacy.stand(before.term());
    }
  }

  private static boolean isGone(PeerId leader) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(leader.getIp(), leader.getPort()), CONNECT_MILLIS);
      return false;
    } catch (ConnectException refused) {
      return true;
    } catch (IOException unreachable) {
      return false;
    }
  }
}
