package io.tenure.gateway.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.tenure.gateway.Answer;
import io.tenure.gateway.BodyStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges of a connection that are not over, oldest first, and the bytes of answers that are
 * not yet flushed. Small answers are gathered in one buffer; a large body is sent as it is.
 */
final class AnswerQueue {

  private static final int FIRST_BYTES = 1024;
  private static final int LARGE_BODY_BYTES = 16 * 1024;
  private static final int FULL_BYTES = 64 * 1024;

  private final Channel channel;
  private final Loop loop;
  private final ArrayDeque<Exchange> exchanges = new ArrayDeque<>(2);
  private @Nullable ByteBuf output;
  private boolean unflushed;

  /** What follows the last answer, if that is not its end. */
  private @Nullable OpenBody following;

  AnswerQueue(Channel channel, Loop loop) {
    this.channel = channel;
    this.loop = loop;
  }

  void add(Exchange exchange) {
    exchanges.add(exchange);
  }

  int size() {
    return exchanges.size();
  }

  boolean isEmpty() {
    return exchanges.isEmpty();
  }

  /** Ends the connection with the newest exchange. */
  void endWithNewest() {
    exchanges.getLast().makeLast();
  }

  /** The calls without an answer whose deadline was before a moment. */
  List<Exchange.Asked> overdue(long momentNanos) {
    List<Exchange.Asked> found = List.of();
    for (Exchange exchange : exchanges) {
      Exchange.Asked asked = exchange.awaited();
      if (asked != null && momentNanos - asked.call().caller().deadlineNanos() > 0) {
        found = found.isEmpty() ? new ArrayList<>() : found;
        found.add(asked);
      }
    }
    return found;
  }

  /** The calls without an answer. */
  List<Exchange.Asked> awaited() {
    List<Exchange.Asked> found = new ArrayList<>();
    for (Exchange exchange : exchanges) {
      Exchange.Asked asked = exchange.awaited();
      if (asked != null) {
        found.add(asked);
      }
    }
    return found;
  }

  /** Whether the oldest exchange has its answer. */
  boolean isReady() {
    Exchange first = exchanges.peek();
    return first != null && first.answer() != null;
  }

  /** Writes every answer whose turn it is, and says whether the last of the connection was one. */
  boolean writeAnswers() {
    for (Exchange first = exchanges.peek(); first != null; first = exchanges.peek()) {
      Answer answer = first.answer();
      if (answer == null) {
        return false;
      }
      exchanges.remove();
      if (answer.stream() != null) {
        first.makeLast();
      }
      write(answer, first);
      if (first.isLast()) {
        exchanges.clear();
        return true;
      }
    }
    return false;
  }

  /** The rest of the connection's last answer, if it goes on. */
  @Nullable OpenBody following() {
    return following;
  }

  void writeContinue() {
    output().writeBytes(AnswerEncoder.CONTINUE);
  }

  /** Sends what is gathered. A failure to do so ends the connection by its exception. */
  void flush() {
    if (output != null) {
      channel.write(output, channel.voidPromise());
      output = null;
      unflushed = true;
    }
    if (unflushed) {
      unflushed = false;
      channel.flush();
    }
  }

  /** Sends what is gathered, and tells when the client's side has all that was ever sent. */
  ChannelFuture flushLast() {
    ByteBuf rest = output == null ? Unpooled.EMPTY_BUFFER : output;
    output = null;
    return channel.writeAndFlush(rest);
  }

  void release() {
    exchanges.clear();
    if (output != null) {
      output.release();
      output = null;
    }
  }

  private void write(Answer answer, Exchange exchange) {
    ByteBuf gathered = output();
    loop.encoder().encodeHead(answer, exchange, gathered);
    byte[] body = answer.body();
    BodyStream stream = answer.stream();
    if (stream != null && !exchange.bodiless()) {
      following = new OpenBody(loop, channel, stream, !exchange.http10());
      return;
    }
    if (exchange.bodiless() || AnswerEncoder.isBodiless(answer.status())) {
      return;
    }
    if (body.length < LARGE_BODY_BYTES) {
      gathered.writeBytes(body);
    } else {
      channel.write(gathered, channel.voidPromise());
      output = null;
      channel.write(Unpooled.wrappedBuffer(body), channel.voidPromise());
      unflushed = true;
      flush();
      return;
    }
    if (gathered.readableBytes() >= FULL_BYTES) {
      flush();
    }
  }

  private ByteBuf output() {
    ByteBuf gathered = output;
    if (gathered == null) {
      gathered = channel.alloc().ioBuffer(FIRST_BYTES);
      output = gathered;
    }
    return gathered;
  }
}
