package io.tenure.replication;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/** A leader's attempt to hand leadership to another member, and whoever wants to know of it. */
public final class Transfer {

  private final Optional<String> target;
  private final ObjLongConsumer<HandOverReply> reply;

  Transfer(Optional<String> target, ObjLongConsumer<HandOverReply> reply) {
    this.target = target;
    this.reply = reply;
  }

  /**
   * What another member asks this one for.
   *
   * @param reply is told once whether it was begun
   */
  public static Transfer to(String target, Consumer<HandOverReply> reply) {
    return new Transfer(Optional.of(target), (said, nanos) -> reply.accept(said));
  }

  /** Who is to lead; anybody else than this member if nobody is named. */
  public Optional<String> target() {
    return target;
  }

  void told(HandOverReply said, long nanos) {
    reply.accept(said, nanos);
  }
}
