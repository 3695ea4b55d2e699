package io.tenure.client.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import java.util.List;
import java.util.function.LongFunction;

/** Does the same to several claims; the worst that happens is the exit code. */
final class EachClaim {

  private final ClientCommand command;

  EachClaim(ClientCommand command) {
    this.command = command;
  }

  int run(List<Long> claims, LongFunction<JsonNode> deed) {
    int exitCode = ExitCode.OK;
    for (long id : claims) {
      try {
        show(deed.apply(id));
      } catch (CommandException refused) {
        command.err().println("tenure: claim " + id + ": " + refused.getMessage());
        exitCode = Math.max(exitCode, refused.exitCode());
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
