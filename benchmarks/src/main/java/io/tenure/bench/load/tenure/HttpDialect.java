package io.tenure.bench.load.tenure;

import java.net.InetSocketAddress;

/**
 * What the dialects over HTTP differ in, besides their requests: where an answer has the proof, and
 * which statuses say that all went well.
 */
enum HttpDialect {
  CLAIMS(TenureWire.Mark.inBody("\"id\":"), new Statuses(201, 200, 204), ClaimRequests::new),
  LEASES(
      TenureWire.Mark.inHead("\nx-quorum-lease-version:"),
      new Statuses(201, 202, 204),
      LeaseRequests::new),
  LOCKS(TenureWire.Mark.inBody("\"generation\":"), new Statuses(200, 200, 200), LockRequests::new);

  /** Reads are answered 200 in all dialects. */
  record Statuses(int acquired, int renewed, int released) {}

  /** Makes the requests about one resource. */
  interface Maker {
    TenureRequests make(InetSocketAddress node, String resource, int ttlSeconds);
  }

  final TenureWire.Mark proof;
  final Statuses statuses;
  final Maker requests;

  HttpDialect(TenureWire.Mark proof, Statuses statuses, Maker requests) {
    this.proof = proof;
    this.statuses = statuses;
    this.requests = requests;
  }
}
