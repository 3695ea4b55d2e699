package io.tenure.cli;

import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.Json;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes claims last longer. */
@Command(
    name = "renew",
    description = "Renews active claims: their leases last for --ttl from now on.",
    footer = {
      "",
      "A claim that has ended cannot be renewed: then the exit code is 1, and the work must stop.",
      "",
      "Examples:",
      "  tenure renew 17 --ttl 60s",
      "  while tenure renew 17 --ttl 60s; do sleep 20; done"
    })
final class RenewCommand extends ClientCommand {

  @Parameters(arity = "1..*", paramLabel = "CLAIM", description = "The numbers of the claims.")
  private List<Long> claims = List.of();

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      required = true,
      description = "How long the leases last from now on.")
  private Duration ttl = Duration.ZERO;

  RenewCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    String body = Json.object().put("ttl", DurationText.seconds(ttl)).toString();
    try (Nodes nodes = nodes()) {
      return new EachClaim(this)
          .run(
              claims,
              id ->
                  nodes.ask(ApiRequest.repeatable("PATCH", "/v1/claims/" + id + "/", body)).body());
    }
  }
}
