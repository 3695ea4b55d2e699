package io.tenure.client.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.cli.exit.ExitCode;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one claim, or one resource. */
@Command(
    name = "show",
    description = "Shows a claim, or a resource: who holds it, who waits, who held it before.",
    footer = {
      "",
      "Examples:",
      "  tenure show 17                  the claim 17",
      "  tenure show db-master           the resource db-master",
      "  tenure show --resource 17       the resource that is called 17",
      "  tenure show leases/db//master   a lease of the leases API",
      "  tenure show 17 --json | jq .status"
    })
final class ShowCommand extends ClientCommand {

  @ArgGroup(multiplicity = "1")
  private @Nullable What what;

  private static final class What {
    @Parameters(paramLabel = "CLAIM|RESOURCE", description = "A claim's number, or a name.")
    private @Nullable String either;

    @Option(names = "--resource", paramLabel = "NAME", description = "A name, also of digits.")
    private @Nullable String resource;
  }

  ShowCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  public Integer call() {
    if (what != null && what.either != null && what.either.matches("[0-9]{1,16}")) {
      JsonNode claim =
          connection().nodes().ask(Question.get("/v1/claims/" + what.either + "/")).body();
      show(claim, () -> ClaimText.print(claim, out(), terminal()));
    } else if (what != null) {
      String name = what.either != null ? what.either : String.valueOf(what.resource);
      JsonNode resource =
          connection().nodes().ask(Question.get("/v1/resources/" + Uri.path(name))).body();
      show(resource, () -> print(resource, out()));
    }
    return ExitCode.OK;
  }

  private void show(JsonNode json, Runnable text) {
    if (json()) {
      print(json);
    } else {
      text.run();
    }
  }

  private void print(JsonNode resource, PrintWriter out) {
    String name = Terminal.printable(resource.path("resource").asText());
    JsonNode holder = resource.path("holder");
    if (holder.isObject()) {
      out.println(
          name
              + " is held by "
              + holder(holder)
              + ", fencing token "
              + ClaimText.value(holder, "fencing_token")
              + (holder.path("expires_in").isNumber()
                  ? ", for " + ClaimText.duration(holder, "expires_in") + " still"
                  : ", without end"));
    } else {
      out.println(name + " is free");
    }
    long waiting = resource.path("queue_length").asLong();
    if (waiting > 0) {
      out.println(waiting + (waiting == 1 ? " waits" : " wait") + "; see tenure queue " + name);
    }
    Table tenures = new Table("CLAIM", "OWNER", "TOKEN", "GRANTED", "ENDED", "STATUS");
    for (JsonNode tenure : resource.path("tenures")) {
      tenures.add(
          ClaimText.value(tenure, "claim"),
          ClaimText.value(tenure, "owner"),
          ClaimText.value(tenure, "fencing_token"),
          ClaimText.time(ClaimText.value(tenure, "granted")),
          ClaimText.time(ClaimText.value(tenure, "ended")),
          ClaimText.value(tenure, "status"));
    }
    if (!tenures.isEmpty()) {
      out.println();
      tenures.print(out, terminal());
    }
    out.flush();
  }

  private static String holder(JsonNode holder) {
    String owner = ClaimText.value(holder, "owner");
    String claim = "claim " + ClaimText.value(holder, "claim");
    return owner.equals("-") ? claim : Terminal.printable(owner) + " (" + claim + ")";
  }
}
