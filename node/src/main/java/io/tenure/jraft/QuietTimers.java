package io.tenure.jraft;

import com.alipay.sofa.jraft.util.SPI;
import com.alipay.sofa.jraft.util.timer.DefaultRaftTimerFactory;
import com.alipay.sofa.jraft.util.timer.DefaultTimer;
import com.alipay.sofa.jraft.util.timer.Timer;

/**
 * Gives JRaft timers that sleep until something is due. Its own turn a wheel every millisecond,
 * five of them in each node, which costs an idle cluster a good part of a core.
 *
 * <p>JRaft finds this class by its name in {@code META-INF/services}.
 */
@SPI(priority = 1)
public final class QuietTimers extends DefaultRaftTimerFactory {

  @Override
  public Timer createTimer(String name) {
    return new DefaultTimer(1, name);
  }
}
