package io.tenure.link;

import io.tenure.node.FreePorts;
import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Founding;
import io.tenure.node.identity.Identity;
import java.util.ArrayList;
import java.util.List;

/** Who the nodes of a cluster are, on ports of this machine that are free. */
public final class TestIdentities {

  private TestIdentities() {}

  /** Members n1, n2 and so on. */
  public static List<Founder> members(int count) {
    List<Founder> members = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      members.add(Founder.of("n" + i, "127.0.0.1:" + FreePorts.next()));
    }
    return members;
  }

  public static List<Identity> bootstrapped(String cluster, List<Founder> members) {
    return members.stream()
        .map(self -> Identity.configured(cluster, self, members).bootstrapped())
        .toList();
  }

  public static List<Identity> founded(String cluster, List<Founder> members) {
    return agreed(bootstrapped(cluster, members));
  }

  /** Who nodes are after they have told each other who they were. */
  public static List<Identity> agreed(List<Identity> bootstrapped) {
    return bootstrapped.stream().map(own -> founded(own, bootstrapped)).toList();
  }

  private static Identity founded(Identity own, List<Identity> all) {
    Founding founding = new Founding(own);
    all.forEach(founding::heard);
    return founding.identity();
  }

  public static int portOf(Identity identity) {
    String address = identity.raftAddress();
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }
}
