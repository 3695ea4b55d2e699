package io.tenure.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.transport.Json;
import java.io.PrintWriter;

/**
 * What the wrapper itself has to say, on standard error: standard output is the command's.
 *
 * @param verbose whether to tell what goes well, too
 */
public record RunMessages(PrintWriter err, boolean json, boolean verbose, String resource) {

  void detail(String event, String text) {
    if (verbose) {
      warn(event, text);
    }
  }

  void warn(String event, String text) {
    if (json) {
      ObjectNode line = Json.object().put("event", event).put("resource", resource);
      err.println(line.put("detail", text));
    } else {
      err.println("tenure: " + text);
    }
    err.flush();
  }
}
