package io.tenure.gateway.admin;

import io.tenure.gateway.Call;
import io.tenure.gateway.JsonBody;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.json.JsonObjectReader;
import io.tenure.gateway.json.JsonObjectReader.Kind;
import java.util.List;

/** The body of {@code POST /v1/cluster/leader}, which names a member. */
final class LeaderBody {

  private LeaderBody() {}

  static String read(Call call, List<String> members) {
    String member = JsonBody.read(call, LeaderBody::member);
    if (!members.contains(member)) {
      throw bad("node", "must be one of " + String.join(", ", members));
    }
    return member;
  }

  private static String member(JsonObjectReader json) {
    String member = "";
    while (json.next()) {
      if (!json.name().equals("node")) {
        throw bad(json.name(), "unknown field; expected node");
      }
      if (json.kind() != Kind.STRING) {
        throw bad("node", "must be a string, not " + json.kind());
      }
      member = json.string();
    }
    return member;
  }

  private static ProblemException bad(String parameter, String reason) {
    return new ProblemException(
        Problem.badParameters(List.of(new Problem.Parameter(parameter, reason))));
  }
}
