package io.tenure.chaos.cluster;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Requires({Capability.DOCKER, Capability.NFT, Capability.DELAY})
class DockerHostsTest extends NetworkedHostsContract {

  DockerHostsTest() {
    super(Hosts.Kind.DOCKER);
  }
}
