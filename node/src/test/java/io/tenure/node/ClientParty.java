package io.tenure.node;

import io.tenure.client.ClaimsApi;
import io.tenure.client.RefusedException;
import io.tenure.client.TenureException;
import io.tenure.client.transport.ConnectionSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;

/** Uses the Java client, which speaks claims. */
final class ClientParty implements Party, AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ClaimsApi client;

  ClientParty(TestNodes nodes) {
    List<URI> urls =
        IntStream.range(0, nodes.size()).mapToObj(i -> URI.create(nodes.url(i))).toList();
    client = ClaimsApi.open(ConnectionSettings.to(urls)).withPatience(PATIENCE);
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
    var claim = done(client.file(resource(name), ttl, Optional.empty(), Duration.ZERO));
    if (claim.isActive()) {
      return Optional.of(new Claimed(claim.id(), claim.fencingToken().orElseThrow()));
    }
    done(client.withdraw(claim.id()));
    return Optional.empty();
  }

  @Override
  public void close() {
    client.close();
  }

  private static <T> T done(CompletableFuture<T> call) {
    try {
      return call.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof TenureException reason ? reason : failed;
    }
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
      return told(client.renew(id, ttl));
    }

    @Override
    public Answer release() {
      return told(client.release(id));
    }

    private Answer told(CompletableFuture<?> call) {
      try {
        done(call);
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
