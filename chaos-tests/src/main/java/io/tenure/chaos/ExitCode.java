package io.tenure.chaos;

import io.tenure.chaos.checker.CheckOutcome;

/** How the programs end; part of their interface. */
final class ExitCode {

  static final int VALID = 0;
  static final int INVALID = 1;

  /** Wrong arguments, or a run that could not be made. */
  static final int USAGE = 2;

  /** A run that could not be judged. */
  static final int UNKNOWN = 3;

  private ExitCode() {}

  static int of(CheckOutcome outcome) {
    return switch (outcome) {
      case VALID -> VALID;
      case INVALID -> INVALID;
      case UNKNOWN -> UNKNOWN;
    };
  }
}
