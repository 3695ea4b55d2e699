package io.tenure.client.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.cli.exit.ExitCode;
import picocli.CommandLine.Command;

/** Shows the cluster. */
@Command(
    name = "cluster",
    description = "Shows the members of the cluster, who leads, and how far each has come.",
    footer = {"", "Examples:", "  tenure cluster", "  tenure cluster --json | jq -r .leader"})
final class ClusterCommand extends ClientCommand {

  ClusterCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  public Integer call() {
    JsonNode cluster = connection().nodes().ask(Question.get("/v1/cluster")).body();
    if (json()) {
      print(cluster);
      return ExitCode.OK;
    }
    out()
        .println(
            "cluster "
                + ClaimText.value(cluster, "cluster")
                + ", leader "
                + ClaimText.value(cluster, "leader")
                + ", term "
                + ClaimText.value(cluster, "term"));
    out().println();
    Table table = new Table("NODE", "ROLE", "URL", "APPLIED", "LAG", "VERSION", "STATE");
    for (JsonNode member : cluster.path("members")) {
      table.add(
          ClaimText.value(member, "id"),
          ClaimText.value(member, "role"),
          ClaimText.value(member, "http_url"),
          ClaimText.value(member, "applied_index"),
          ClaimText.value(member, "lag"),
          ClaimText.value(member, "version"),
          ClaimText.value(member, "state_hash"));
    }
    table.print(out(), terminal());
    return ExitCode.OK;
  }
}
