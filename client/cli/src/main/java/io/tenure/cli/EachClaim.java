package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import java.util.List;
import java.util.function.LongFunction;

/** Does the same to several claims; the worst that happens is the exit code. */
final class EachClaim {

  private final ClientCommand command;

  EachClaim(ClientCommand command) {
    this.command = command;
  }

  int run(List<Long> claims, LongFunction<JsonNode> action) {
    int exitCode = ExitCode.OK;
    for (long id : claims) {
      try {
        show(action.apply(id));
      } catch (CommandException refused) {
        ErrorLine errors = new ErrorLine(command.err(), command.json());
        exitCode = Math.max(exitCode, errors.tell("claim " + id, refused));
      }
    }
    return exitCode;
  }

  private void show(JsonNode claim) {
    if (command.json()) {
      command.print(claim);
      return;
    }
    String status = claim.path("status").asText();
    String left = ClaimText.duration(claim, "ttl");
    command
        .out()
        .println(
            "claim "
                + claim.path("id").asText()
                + " on "
                + Terminal.printable(claim.path("resource").asText())
                + " is "
                + command.terminal().status(status, status)
                + (left.equals("-") ? "" : ", for " + left));
    command.out().flush();
  }
}
