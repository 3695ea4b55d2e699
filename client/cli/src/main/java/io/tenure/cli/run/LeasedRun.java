package io.tenure.cli.run;

import io.tenure.cli.exit.ExitCode;
import io.tenure.client.machine.ClaimHandle;
import io.tenure.client.machine.ClaimListener;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A command under a claim, from the claim to the exit code. */
public final class LeasedRun {

  private static final long HOOK_SECONDS = 30;

  private final RunTiming timing;
  private final ChildCommand command;
  private final Optional<String> onLost;

  /**
   * Prepares it; nothing happens yet.
   *
   * @param onLost for {@code sh -c}, when the command was stopped because the lease was lost
   */
  public LeasedRun(RunTiming timing, ChildCommand command, Optional<String> onLost) {
    this.timing = timing;
    this.command = command;
    this.onLost = onLost;
  }

  /**
   * Claims, runs the command, releases.
   *
   * @param claims makes the claim
   * @param patience how long nobody may answer at first
   * @return the exit code of the whole
   */
  public int run(
      Function<ClaimListener, ClaimHandle> claims, Duration patience, RunMessages messages)
      throws InterruptedException {
    BlockingQueue<RunEvent> events = new LinkedBlockingQueue<>();
    Signals.listen(Signals.ALL, name -> events.add(new RunEvent.Signalled(name)));
    ClaimHandle claim = claims.apply(event -> events.add(new RunEvent.Told(event)));
    long token = new Acquisition(claim, events, messages).await(patience);
    messages.detail("active", messages.resource() + " is held, fencing token " + token);
    return hold(claim, token, events, messages);
  }

  private int hold(
      ClaimHandle claim, long token, BlockingQueue<RunEvent> events, RunMessages messages)
      throws InterruptedException {
    boolean interrupted;
    int code;
    try (LeaseFiles files = new LeaseFiles()) {
      HeldRun holding = new HeldRun(claim, timing, files, events, messages);
      holding.writeTimes();
      ProcessGroup.watch(files);
      Map<String, String> environment = environment(claim, token, files);
      ProcessGroup group = ProcessGroup.start(command, files, environment);
      code = holding.run(group);
      interrupted = group.hasTerminal() && code == ExitCode.SIGNAL + Signals.number("INT");
      holding.release();
      if (holding.lost().isPresent() && onLost.isPresent()) {
        environment.put("TENURE_LOST_REASON", holding.lost().get());
        runHook(onLost.get(), environment, messages);
      }
    }
    if (interrupted) {
      // As if the terminal had sent it to all of them, so that a script around us ends, too.
      Signals.reset("INT");
      ProcessGroup.signalOwnGroup("INT");
    }
    return code;
  }

  private Map<String, String> environment(ClaimHandle claim, long token, LeaseFiles files) {
    Map<String, String> environment = new HashMap<>();
    environment.put("TENURE_RESOURCE", claim.spec().resource());
    environment.put("TENURE_CLAIM", Long.toString(claim.id().orElseThrow()));
    environment.put("TENURE_FENCING_TOKEN", Long.toString(token));
    environment.put("TENURE_DEADLINE_FILE", files.deadline().toString());
    return environment;
  }

  private void runHook(String hook, Map<String, String> environment, RunMessages messages)
      throws InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", hook).inheritIO();
    command.prepare(builder, environment);
    try {
      Process process = builder.start();
      if (!process.waitFor(HOOK_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        messages.warn("hook", "--on-lost took more than " + HOOK_SECONDS + " s and was ended");
      }
    } catch (IOException failure) {
      messages.warn("hook", "--on-lost cannot be started: " + failure.getMessage());
    }
  }
}
