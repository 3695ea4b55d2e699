package io.tenure.jraft;

import io.tenure.kernel.StateView;
import io.tenure.replication.Applied;
import io.tenure.replication.StateListener;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what level the cluster is at, whenever that changes. */
final class LevelLog implements StateListener {

  private static final Logger LOG = LoggerFactory.getLogger(LevelLog.class);

  private int level;

  @Override
  public void applied(List<Step> steps, Applied now) {
    look(now);
  }

  @Override
  public void replaced(StateView state, Applied now) {
    look(now);
  }

  private void look(Applied now) {
    if (now.index() > 0 && now.level() != level) {
      level = now.level();
      LOG.info("the cluster is at level {}", level);
    }
  }
}
