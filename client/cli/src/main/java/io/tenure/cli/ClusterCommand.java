package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.transport.ApiRequest;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the cluster. */
@Command(
    name = "cluster",
    description = "Shows the members of the cluster, its leader, and how far each member is.",
    footer = {
      "",
      "Examples:",
      "  tenure cluster",
      "  tenure cluster --check                  for monitoring",
      "  tenure cluster --json | jq -r .leader",
      "",
      "Exit codes: 0 there is a leader (with --check: and nothing is wrong), 69 else."
    })
final class ClusterCommand extends ClientCommand {

  @Option(
      names = "--check",
      description = "Fail also if a member cannot be reached, or the members' states differ.")
  private boolean check;

  ClusterCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    JsonNode cluster;
    try (Nodes nodes = nodes()) {
      cluster = nodes.ask(ApiRequest.get("/v1/cluster")).body();
    }
    if (json()) {
      print(cluster);
    } else {
      print(cluster, new MemberTable(cluster));
    }
    List<String> wrong = wrong(cluster);
    wrong.forEach(each -> err().println("tenure: " + each));
    return wrong.isEmpty() ? ExitCode.OK : ExitCode.UNAVAILABLE;
  }

  private void print(JsonNode cluster, MemberTable members) {
    out()
        .println(
            "cluster "
                + ClaimText.value(cluster, "cluster")
                + ", leader "
                + ClaimText.value(cluster, "leader")
                + ", term "
                + ClaimText.value(cluster, "term"));
    out().println();
    members.print(out(), terminal());
  }

  private List<String> wrong(JsonNode cluster) {
    List<String> wrong = new ArrayList<>();
    if (!cluster.path("leader").isTextual()) {
      wrong.add("there is no leader");
    }
    if (check) {
      for (JsonNode member : cluster.path("members")) {
        if (member.path("applied_index").isNull()) {
          wrong.add(member.path("id").asText() + " cannot be reached");
        }
      }
      if (MemberTable.statesDiffer(cluster)) {
        wrong.add("members that have applied the same entries have different states");
      }
    }
    return wrong;
  }
}
