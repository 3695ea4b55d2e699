package io.tenure.node;

import io.tenure.client.ClaimsClient;
import io.tenure.client.RefusedException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Uses the Java client, which speaks claims. */
final class ClientParty implements Party, AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ClaimsClient client;

  ClientParty(TestNodes nodes) {
    List<URI> urls =
        IntStream.range(0, nodes.size()).mapToObj(i -> URI.create(nodes.url(i))).toList();
    client = new ClaimsClient(urls, PATIENCE);
  }

  @Override
  public String dialect() {
    return "client";
  }

  @Override
  public String resource(String name) {
    return "client-" + name;
  }

  @Override
  public Optional<Hold> acquire(String name, String owner, Duration ttl) {
    var claim = client.file(resource(name), ttl);
    if (claim.isActive()) {
      return Optional.of(new Claimed(claim.id(), claim.fencingToken().orElseThrow()));
    }
    client.withdraw(claim.id());
    return Optional.empty();
  }

  @Override
  public void close() {
    client.close();
  }

  private final class Claimed implements Hold {
    private final long id;
    private final long token;

    Claimed(long id, long token) {
      this.id = id;
      this.token = token;
    }

    @Override
    public long token() {
      return token;
    }

    @Override
    public Answer renew(Duration ttl) {
      return told(() -> client.renew(id, ttl));
    }

    @Override
    public Answer release() {
      return told(() -> client.release(id));
    }

    private Answer told(Runnable call) {
      try {
        call.run();
        return Answer.DONE;
      } catch (RefusedException refused) {
        return switch (refused.status()) {
          case 400 -> Answer.NOT_HELD;
          case 404 -> Answer.NOT_YOURS;
          default -> throw refused;
        };
      }
    }

    @Override
    public Hold forged() {
      return new Claimed(id + 1_000_000, token);
    }
  }
}
