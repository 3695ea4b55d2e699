package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.Requires;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
@ExtendWith(SharedBench.class)
@Requires({Capability.NETNS, Capability.SHIMS})
@Timeout(300)
class TlsFaultsTest {

  private final FaultBench bench;

  TlsFaultsTest(FaultBench bench) {
    this.bench = bench;
  }

  static List<Named<Fault>> faults() {
    return Proofs.faults("tls");
  }

  @ParameterizedTest
  @MethodSource("faults")
  void it_bites_while_it_lasts_and_leaves_nothing(Fault fault) {
    bench.bites(fault, Proofs.of(fault, bench));
  }
}
