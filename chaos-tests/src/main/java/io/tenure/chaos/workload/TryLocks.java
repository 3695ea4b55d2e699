package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.workload.Client.Subject;
import java.util.List;
import java.util.function.BiFunction;

/** Clients try for a lock, renew and release it, look at it, and sometimes leave it to its ttl. */
final class TryLocks implements Workload {

  private final String name;
  private final KeyRing keys;
  private final BiFunction<Client, Subject, LockCalls> dialect;
  private final long ttlSeconds;
  private final Runnable closing;

  /**
   * Makes it for one dialect.
   *
   * @param ttlSeconds of every lock
   * @param closing lets go of what the dialect shares
   */
  TryLocks(
      KeyRing keys,
      String name,
      BiFunction<Client, Subject, LockCalls> dialect,
      long ttlSeconds,
      Runnable closing) {
    this.name = name;
    this.keys = keys;
    this.dialect = dialect;
    this.ttlSeconds = ttlSeconds;
    this.closing = closing;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void episode(Client client, int slot, int number) throws InterruptedException {
    Subject subject = keys.use(slot);
    LockCalls calls = dialect.apply(client, subject);
    Completed locked = calls.lock(ttlSeconds);
    if (locked.is(Result.GRANTED)) {
      hold(client, subject, calls, locked.number(Field.TOKEN).orElse(0));
    } else {
      note(subject, locked);
      if (client.chance(0.5)) {
        calls.read();
      }
    }
    client.pause(50, 400);
  }

  private void hold(Client client, Subject subject, LockCalls calls, long granted)
      throws InterruptedException {
    long token = granted;
    int renewals = client.random().nextInt(3);
    for (int i = 0; i < renewals && !client.isStopped(); i++) {
      client.pause(20, 300);
      Completed renewed = calls.renew(token, ttlSeconds);
      note(subject, renewed);
      if (!renewed.isOk()) {
        break;
      }
      token = renewed.number(Field.TOKEN).orElse(token);
    }
    if (client.chance(0.3)) {
      calls.read();
    }
    client.pause(20, 200);
    if (client.isStopped() || client.chance(0.9)) {
      note(subject, calls.release(token));
    }
  }

  private void note(Subject subject, Completed completed) {
    if (!completed.isOk()) {
      keys.unknown(subject);
    }
  }

  @Override
  public List<Subject> keys() {
    return keys.all();
  }

  @Override
  public boolean filesClaims() {
    return false;
  }

  @Override
  public void cleanUp(Client client, Subject subject) {
    dialect.apply(client, subject).cleanUp();
  }

  @Override
  public void close() {
    closing.run();
  }
}
