package io.tenure.client.cli.run;

import io.tenure.client.machine.ClaimEvent;

/** Something that the thread which runs a command must react to. */
sealed interface Happening {

  /** The claim's machine tells something. */
  record Told(ClaimEvent event) implements Happening {}

  /** The command has ended; what it started may still be there. */
  record Exited(int code) implements Happening {}

  /** The wrapper got a signal. */
  record Signalled(String name) implements Happening {}
}
