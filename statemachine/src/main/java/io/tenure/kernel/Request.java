package io.tenure.kernel;

import org.jspecify.annotations.Nullable;

/**
 * A command and, if there are any, the two ids by which it is recognized when it comes again.
 *
 * @param key given by the client, who wants the first answer
 * @param delivery given by the node that took the request in
 */
public record Request(Command command, @Nullable RequestKey key, @Nullable DeliveryId delivery) {

  public Request(Command command, @Nullable RequestKey key) {
    this(command, key, null);
  }

  public static Request of(Command command) {
    return new Request(command, null, null);
  }

  public Request deliveredAs(DeliveryId id) {
    return new Request(command, key, id);
  }
}
