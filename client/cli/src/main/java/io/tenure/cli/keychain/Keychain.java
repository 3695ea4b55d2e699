package io.tenure.cli.keychain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.client.machine.ClaimHandle;
import io.tenure.client.machine.ClaimListener;
import io.tenure.client.machine.ClaimSpec;
import io.tenure.client.transport.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Serves one main program: reads its requests, answers them, and tells what happens to its claims.
 * It ends when there are no more requests.
 */
public final class Keychain {

  /** What becomes of the claims when the main program has gone. */
  public enum OnClose {
    /** They are given up quickly, once. */
    ABORT,
    /** They are given back, and that is tried for a while. */
    RELEASE
  }

  /** Makes claims, as {@link io.tenure.client.machine.Keyring} does. */
  @FunctionalInterface
  public interface Claims {
    ClaimHandle claim(ClaimSpec spec, ClaimListener listener);
  }

  /**
   * How to serve.
   *
   * @param version told to the main program
   * @param ttl of claims that do not say theirs
   * @param closePatience how long to go on at the end, until all claims have ended
   */
  public record Options(String version, Duration ttl, OnClose onClose, Duration closePatience) {}

  private static final int PROTOCOL = 1;

  private final Options options;
  private final Lines lines;
  private final KeychainReplies replies;
  private final HeldClaims claims;
  private final KeychainRequests requests;

  /**
   * Prepares to serve.
   *
   * @param onLost called once for each claim that is lost, after the main program was told
   */
  public Keychain(
      Claims maker, Options options, InputStream in, OutputStream out, Runnable onLost) {
    this.options = options;
    this.lines = new Lines(in);
    this.replies = new KeychainReplies(out);
    this.claims = new HeldClaims(maker, replies, onLost);
    this.requests = new KeychainRequests(claims, replies, options);
  }

  /** Serves until the main program closes its end, or does not read any more. */
  public void serve() throws InterruptedException {
    ObjectNode hello = Json.object().put("event", "hello").put("protocol", PROTOCOL);
    replies.send(hello.put("version", options.version()).put("pid", ProcessHandle.current().pid()));
    try {
      Optional<Lines.Line> line = lines.next();
      while (line.isPresent() && !replies.isBroken()) {
        requests.handle(line.get());
        line = lines.next();
      }
    } catch (IOException gone) {
      replies.abandon();
    }
    close(options.onClose());
  }

  /** Gives all claims up, as the state machine does upon a signal: quickly, and only once. */
  public void abort() throws InterruptedException {
    close(OnClose.ABORT);
  }

  /** Upon another signal: does not wait any longer for those that are being given up. */
  public void abortAtOnce() {
    claims.unfinished().forEach(entry -> entry.handle().abort());
  }

  private void close(OnClose how) throws InterruptedException {
    List<HeldClaims.Entry> left = claims.unfinished();
    Consumer<ClaimHandle> end = how == OnClose.ABORT ? ClaimHandle::abort : ClaimHandle::release;
    left.stream().filter(HeldClaims.Entry::isLive).map(HeldClaims.Entry::handle).forEach(end);
    CompletableFuture<?>[] ends =
        left.stream().map(HeldClaims.Entry::closed).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(ends).get(options.closePatience().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException theyExpire) {
      int abandoned = claims.unfinished().size();
      replies.send(Json.object().put("event", "abandoned").put("claims", abandoned));
    }
    replies.finish();
  }
}
