package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.transport.ApiRequest;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
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

  @Parameters(
      arity = "0..1",
      paramLabel = "CLAIM|RESOURCE",
      description = "A claim's number, or the name of a resource.")
  private @Nullable String either;

  @Option(
      names = "--resource",
      paramLabel = "NAME",
      description = "A resource, even if its name is a number.")
  private @Nullable String resource;

  ShowCommand(CommandContext context) {
    super(context);
  }

  @Override
  int execute() {
    if ((either == null) == (resource == null)) {
      throw new CommandException(
          ExitCode.USAGE, "name a claim's number or a resource; see tenure show --help");
    }
    try (Nodes nodes = nodes()) {
      if (either != null && either.matches("[0-9]{1,16}")) {
        JsonNode claim = nodes.ask(ApiRequest.get("/v1/claims/" + either + "/")).body();
        show(claim, () -> ClaimText.print(claim, out(), terminal()));
      } else {
        String name = either != null ? either : String.valueOf(resource);
        String path = "/v1/resources/" + UriText.path(name);
        JsonNode found = nodes.ask(ApiRequest.get(path)).body();
        show(found, () -> print(found, out()));
      }
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

  private void print(JsonNode shown, PrintWriter out) {
    String name = Terminal.printable(shown.path("resource").asText());
    JsonNode holder = shown.path("holder");
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
    long waiting = shown.path("queue_length").asLong();
    if (waiting > 0) {
      out.println(waiting + (waiting == 1 ? " waits" : " wait") + "; see tenure queue " + name);
    }
    Table tenures = new Table("CLAIM", "OWNER", "TOKEN", "GRANTED", "ENDED", "STATUS");
    for (JsonNode tenure : shown.path("tenures")) {
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
    String who = owner.equals("-") ? ClaimText.who(holder) : owner;
    return who.equals("-") ? claim : Terminal.printable(who) + " (" + claim + ")";
  }
}
