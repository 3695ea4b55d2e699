package io.tenure.client;

import io.tenure.client.transport.ConnectionSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The plainest way to call a cluster: each call blocks, and is repeated until there is a final
 * answer. Safe for use by many threads.
 */
public final class ClaimsClient implements AutoCloseable {

  private final ClaimsApi api;

  /**
   * Makes a client.
   *
   * @param nodes the base addresses of one or more nodes, such as {@code http://10.0.0.1:8081}
   * @param patience how long a call is repeated before it fails as unavailable
   */
  public ClaimsClient(List<URI> nodes, Duration patience) {
    this.api = ClaimsApi.open(ConnectionSettings.to(nodes)).withPatience(patience);
  }

  /** Files a claim and returns it, active or waiting. */
  public ClaimInfo file(String resource, Duration ttl) {
    return file(resource, ttl, Duration.ZERO);
  }

  /** Files a claim and waits up to {@code wait} for it to become active. */
  public ClaimInfo file(String resource, Duration ttl, Duration wait) {
    return await(api.file(resource, ttl, Optional.empty(), wait));
  }

  /** Makes an active claim's lease last {@code ttl} from now. */
  public ClaimInfo renew(long id, Duration ttl) {
    return await(api.renew(id, ttl));
  }

  /** Gives an active claim back. */
  public void release(long id) {
    await(api.release(id));
  }

  /** Gives up a claim that waits. */
  public void withdraw(long id) {
    await(api.withdraw(id));
  }

  public ClaimInfo claim(long id) {
    return await(api.show(id));
  }

  @Override
  public void close() {
    api.close();
  }

  private static <T> T await(CompletableFuture<T> call) {
    try {
      return call.join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof TenureException reason) {
        throw reason;
      }
      throw failed;
    }
  }
}
