package io.tenure.gateway.locket;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FrameCoalescingTest {

  private final EmbeddedChannel channel = new EmbeddedChannel(new FrameCoalescing());

  @AfterEach
  void end() {
    channel.finishAndReleaseAll();
  }

  @Test
  void frames_leave_together_when_they_are_flushed() {
    ByteBuf frame = frame("two ");
    ChannelFuture written = channel.write(frame("one "));
    channel.write(frame);
    channel.write(frame("three"));

    assertThat(frame.refCnt()).isZero();
    assertThat(sent()).isEmpty();
    assertThat(written.isDone()).isFalse();
    channel.flush();
    assertThat(sent()).isEqualTo("one two three");
    assertThat(written.isSuccess()).isTrue();
    assertThat(sent()).isEmpty();
  }

  @Test
  void the_next_flush_is_another_piece() {
    channel.writeAndFlush(frame("one"));
    channel.writeAndFlush(frame("two"));

    assertThat(sent()).isEqualTo("one");
    assertThat(sent()).isEqualTo("two");
  }

  @Test
  void what_is_large_is_not_copied_and_keeps_its_place() {
    String large = "x".repeat(10_000);
    ByteBuf frame = frame(large);
    channel.write(frame("before"));
    channel.write(frame);
    channel.write(frame("after"));
    channel.flush();

    assertThat(sent()).isEqualTo("before");
    ByteBuf same = channel.readOutbound();
    assertThat(same).isSameAs(frame);
    same.release();
    assertThat(sent()).isEqualTo("after");
  }

  @Test
  void who_wrote_learns_that_it_was_not_sent() {
    ChannelFuture written = channel.write(frame("lost"));
    channel.close();
    channel.flush();

    assertThat(written.cause()).isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void what_was_never_flushed_is_let_go() {
    UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false);
    channel.config().setAllocator(memory);
    ChannelFuture written = channel.write(frame("lost"));
    assertThat(used(memory)).isPositive();
    channel.pipeline().remove(FrameCoalescing.class);

    assertThat(used(memory)).isZero();
    assertThat(written.cause()).isInstanceOf(ClosedChannelException.class);
  }

  private static long used(UnpooledByteBufAllocator memory) {
    return memory.metric().usedHeapMemory() + memory.metric().usedDirectMemory();
  }

  private static ByteBuf frame(String text) {
    return Unpooled.copiedBuffer(text, US_ASCII);
  }

  /** The next piece that has left; nothing if none has. */
  private String sent() {
    ByteBuf piece = channel.readOutbound();
    if (piece == null) {
      return "";
    }
    String text = piece.toString(US_ASCII);
    piece.release();
    return text;
  }
}
