package io.tenure.client;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;

/** One lock per resource and manager, as long as somebody knows it. */
final class LockViews {

  private static final int FIRST_SWEEP = 1000;

  private final LockManager manager;
  private final Map<String, WeakReference<ClaimLock>> views = new HashMap<>();
  private int sweepAt = FIRST_SWEEP;

  LockViews(LockManager manager) {
    this.manager = manager;
  }

  synchronized Lock of(String resource) {
    WeakReference<ClaimLock> known = views.get(resource);
    ClaimLock lock = known == null ? null : known.get();
    if (lock == null) {
      lock = new ClaimLock(manager, resource);
      views.put(resource, new WeakReference<>(lock));
      sweep();
    }
    return lock;
  }

  private void sweep() {
    if (views.size() >= sweepAt) {
      views.values().removeIf(each -> each.get() == null);
      sweepAt = Math.max(FIRST_SWEEP, 2 * views.size());
    }
  }
}
