package io.tenure.kernel;

import org.jspecify.annotations.Nullable;

/** A command and, if the client gave one, the key by which a repetition of it is recognized. */
public record Request(Command command, @Nullable RequestKey key) {

  public static Request of(Command command) {
    return new Request(command, null);
  }
}
