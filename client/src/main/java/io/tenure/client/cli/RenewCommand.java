package io.tenure.client.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes claims last longer. */
@Command(
    name = "renew",
    description = "Makes active claims last for so long from now.",
    footer = {
      "",
      "A claim that has ended cannot be renewed: then the exit code is 1, and the work must stop.",
      "",
      "Examples:",
      "  tenure renew 17 --ttl 60",
      "  while tenure renew 17 --ttl 60; do sleep 20; done"
    })
final class RenewCommand extends ClientCommand {

  @Parameters(arity = "1..*", paramLabel = "CLAIM", description = "The numbers of the claims.")
  private List<Long> claims = List.of();

  @Option(
      names = "--ttl",
      paramLabel = "SECONDS",
      required = true,
      description = "How long from now on.")
  private double ttl;

  RenewCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  public Integer call() {
    Nodes nodes = connection().nodes();
    String body = "{\"ttl\":" + SecondsOption.duration("--ttl", ttl).toNanos() / 1e9 + "}";
    return new EachClaim(this)
        .run(
            claims,
            id -> nodes.ask(Question.repeatable("PUT", "/v1/claims/" + id + "/", body)).body());
  }
}
