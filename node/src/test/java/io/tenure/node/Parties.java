package io.tenure.node;

import java.util.List;

/** One party for each dialect, and one for the Java client, all at the same cluster. */
record Parties(ClaimsParty claims, LocketParty locket, ClientParty client, List<Party> all)
    implements AutoCloseable {

  static Parties at(TestNodes nodes) {
    HttpParty http = new HttpParty(nodes);
    ClaimsParty claims = new ClaimsParty(http);
    LocketParty locket = new LocketParty(nodes);
    ClientParty client = new ClientParty(nodes);
    return new Parties(
        claims,
        locket,
        client,
        List.of(claims, new LeasesParty(http), new LocksParty(http), locket, client));
  }

  Party named(String dialect) {
    return all.stream().filter(each -> each.dialect().equals(dialect)).findFirst().orElseThrow();
  }

  @Override
  public void close() {
    locket.close();
    client.close();
  }
}
