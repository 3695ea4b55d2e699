package io.tenure.cli.run;

import io.tenure.client.machine.ClaimEvent;

/** Something that the thread which runs a command must react to. */
sealed interface RunEvent {

  /** The claim's machine tells something. */
  record Told(ClaimEvent event) implements RunEvent {}

  /** The command has ended; what it started may still be there. */
  record Exited(int code) implements RunEvent {}

  /** The wrapper got a signal. */
  record Signalled(String name) implements RunEvent {}
}
