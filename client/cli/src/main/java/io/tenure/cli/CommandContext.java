package io.tenure.cli;

/**
 * What a command is given.
 *
 * @param options as they are after the command line was read
 */
record CommandContext(CommandEnvironment environment, GlobalOptions options) {

  static CommandContext of(CommandEnvironment environment) {
    return new CommandContext(environment, new GlobalOptions(environment));
  }
}
