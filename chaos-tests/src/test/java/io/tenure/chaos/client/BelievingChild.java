package io.tenure.chaos.client;

import io.tenure.client.Claim;
import io.tenure.client.LockManager;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that claims a resource and then says, for every byte that it reads, whether it believes
 * that it holds it, with the time before it looked. It ends when its input does.
 */
public final class BelievingChild {

  private BelievingChild() {}

  /** Arguments: the resource, the ttl in milliseconds, and the nodes. */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    List<URI> urls = new ArrayList<>();
    for (int i = 2; i < arguments.length; i++) {
      urls.add(URI.create(arguments[i]));
    }
    Duration ttl = Duration.ofMillis(Long.parseLong(arguments[1]));
    LockManager manager = LockManager.builder(urls).ttl(ttl).build();
    Claim claim = manager.claim(arguments[0]);
    claim.onLost((lost, loss) -> out.println("lost " + loss.reason()));
    out.println("claim " + claim.id());
    while (System.in.read() >= 0) {
      long before = System.currentTimeMillis();
      out.println((claim.isHeld() ? "held " : "free ") + before);
    }
  }
}
