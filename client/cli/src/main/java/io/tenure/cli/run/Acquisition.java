package io.tenure.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.machine.ClaimEvent;
import io.tenure.client.machine.ClaimHandle;
import io.tenure.client.machine.Failure;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.Json;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits until a claim is active, or will not be. */
final class Acquisition {

  private static final Duration END_PATIENCE = Duration.ofSeconds(4);

  private final ClaimHandle claim;
  private final BlockingQueue<RunEvent> events;
  private final RunMessages messages;
  private boolean registered;

  Acquisition(ClaimHandle claim, BlockingQueue<RunEvent> events, RunMessages messages) {
    this.claim = claim;
    this.events = events;
    this.messages = messages;
  }

  /**
   * Waits.
   *
   * @param patience how long nobody may answer at first
   * @return the fencing token
   * @throws CommandException with the exit code that fits
   */
  long await(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      RunEvent event =
          events.poll(registered ? Long.MAX_VALUE : end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (event == null) {
        giveUp();
        throw new CommandException(
            ExitCode.UNAVAILABLE,
            "the cluster does not answer; check that the nodes run there, or set --url (TENURE_URL)"
                + " to others");
      }
      if (event instanceof RunEvent.Signalled signal) {
        giveUp();
        throw new CommandException(
            ExitCode.SIGNAL + Signals.number(signal.name()),
            "gave up waiting for " + claim.spec().resource() + " upon SIG" + signal.name());
      }
      if (event instanceof RunEvent.Told told) {
        if (told.event() instanceof ClaimEvent.Active active) {
          return active.fencingToken();
        }
        hear(told.event());
      }
    }
  }

  private void hear(ClaimEvent event) {
    String resource = claim.spec().resource();
    if (event instanceof ClaimEvent.Registered known) {
      registered = true;
      messages.detail("registered", "claim " + known.id() + " on " + resource);
    } else if (event instanceof ClaimEvent.Waiting waiting) {
      messages.detail("waiting", "waiting for " + resource + ", position " + waiting.position());
    } else if (event instanceof ClaimEvent.Failed failed) {
      throw failure(failed.failure());
    } else if (event instanceof ClaimEvent.Lost lost) {
      throw new CommandException(ExitCode.LOST, lost.loss().detail());
    } else if (event instanceof ClaimEvent.Cancelled || event instanceof ClaimEvent.Released) {
      throw new CommandException(ExitCode.LOST, "the claim on " + resource + " was ended");
    }
  }

  private CommandException failure(Failure failure) {
    String resource = claim.spec().resource();
    int status = failure.answer().map(HttpAnswer::status).orElse(0);
    return switch (failure.kind()) {
      case TIMEOUT ->
          new CommandException(
              ExitCode.NOT_ACQUIRED,
              resource
                  + " was not free in time"
                  + holder(failure)
                  + "; `tenure queue "
                  + resource
                  + "` shows who has it");
      case UNAVAILABLE ->
          new CommandException(
              ExitCode.UNAVAILABLE,
              "the cluster does not answer: "
                  + failure.detail()
                  + "; check that the nodes run there, or set --url (TENURE_URL) to others");
      case REFUSED ->
          status == 401 || status == 403
              ? new CommandException(
                  ExitCode.NOT_ALLOWED,
                  failure.detail() + "; set --token (TENURE_TOKEN) to one that the cluster knows")
              : new CommandException(ExitCode.REFUSED, failure.detail());
    };
  }

  private static String holder(Failure failure) {
    JsonNode answer = failure.answer().map(HttpAnswer::json).orElse(Json.object());
    JsonNode holder = answer.path("holder").path("id");
    JsonNode left = answer.path("expires_in");
    return (holder.isNumber() ? ": claim " + holder.asText() + " has it" : "")
        + (holder.isNumber() && left.isNumber()
            ? String.format(Locale.ROOT, ", for %.1f s if not renewed", left.asDouble())
            : "");
  }

  /** Leaves no claim behind, if the cluster can be told in time. */
  private void giveUp() throws InterruptedException {
    claim.abort();
    try {
      claim.ended().get(END_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException nothingToDo) {
      messages.detail("abandoned", "the cluster does not know that the claim was given up");
    }
  }
}
