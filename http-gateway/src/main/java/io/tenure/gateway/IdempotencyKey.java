package io.tenure.gateway;

import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The header by which a client marks a request and its repetitions as the same. The same key of two
 * principals is two keys: nobody is given the answer to somebody else's request.
 */
public final class IdempotencyKey {

  public static final String HEADER = "Idempotency-Key";

  /** Marks the answer to a repetition. */
  public static final String REPLAYED = "Idempotency-Replayed";

  private static final int LONGEST = 255;

  private IdempotencyKey() {}

  /** The command as the call asks for it: under its key, if it has one. */
  public static Request request(Call call, Principal principal, Command command) {
    Optional<String> key = key(call);
    return key.isEmpty()
        ? Request.of(command)
        : new Request(command, requestKey(key.get(), principal, call));
  }

  /**
   * Several commands of one call, each under a key of its own that follows from the call's: a
   * repetition of the call is then one of every command.
   */
  public static List<Request> requests(
      Call call, Principal principal, List<? extends Command> commands) {
    Optional<String> key = key(call);
    List<Request> requests = new ArrayList<>(commands.size());
    if (key.isEmpty()) {
      commands.forEach(command -> requests.add(Request.of(command)));
      return requests;
    }
    RequestKey whole = requestKey(key.get(), principal, call);
    for (Command command : commands) {
      requests.add(new Request(command, partOf(whole, requests.size())));
    }
    return requests;
  }

  /** The answer to a repetition. */
  public static Answer replayed(Answer answer) {
    return answer.with(REPLAYED, "true");
  }

  /** The refusal of a key that was used for another request before. */
  public static Problem reused() {
    return Problem.of(
        422, "idempotency-key-reused", "this " + HEADER + " was used for another request before");
  }

  /**
   * The refusal of a new key while as many are remembered as may be; they are forgotten in time.
   */
  public static Problem noRoom(long most) {
    return Problem.unavailable("limit of " + most + " remembered " + HEADER + "s reached");
  }

  /** The key as it is, or in quotes, as a structured field has it: that is the same key. */
  private static Optional<String> key(Call call) {
    return call.header(HEADER)
        .map(
            key ->
                key.length() > 2 && key.startsWith("\"") && key.endsWith("\"")
                    ? key.substring(1, key.length() - 1)
                    : key);
  }

  private static RequestKey partOf(RequestKey whole, int number) {
    ByteBuffer text = ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES);
    text.putLong(whole.high()).putLong(whole.low()).putInt(number);
    ByteBuffer name = ByteBuffer.wrap(sha256().digest(text.array()));
    return new RequestKey(name.getLong(), name.getLong(), whole.fingerprint());
  }

  private static RequestKey requestKey(String key, Principal principal, Call call) {
    if (!isWellFormed(key)) {
      throw new ProblemException(
          Problem.of(
              400,
              "bad-idempotency-key",
              HEADER + " must be 1 to " + LONGEST + " visible ASCII characters"));
    }
    ByteBuffer name = ByteBuffer.wrap(sha256().digest(scoped(key, principal)));
    return new RequestKey(name.getLong(), name.getLong(), fingerprint(call));
  }

  /** A key cannot contain a line's end, so no two principals have the same bytes. */
  private static byte[] scoped(String key, Principal principal) {
    String text = principal.isAnonymous() ? key : principal.name() + '\n' + key;
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Method and path cannot contain a line's end, so no two calls are the same bytes. */
  private static long fingerprint(Call call) {
    MessageDigest digest = sha256();
    digest.update((call.method() + '\n' + call.rawPath() + '\n').getBytes(StandardCharsets.UTF_8));
    return ByteBuffer.wrap(digest.digest(call.body())).getLong();
  }

  private static boolean isWellFormed(String key) {
    return !key.isEmpty()
        && key.length() <= LONGEST
        && key.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
