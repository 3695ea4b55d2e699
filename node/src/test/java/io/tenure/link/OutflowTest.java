package io.tenure.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class OutflowTest {

  private static final int MEBIBYTE = 1024 * 1024;

  /** A frame, and what became of it. */
  private static final class TestFrame implements Outflow.Outgoing {

    private final ByteBuf frame;
    private final CompletableFuture<String> fate = new CompletableFuture<>();

    TestFrame(int bytes) {
      frame = Unpooled.buffer(bytes).writerIndex(bytes);
    }

    @Override
    public ByteBuf frame() {
      return frame;
    }

    @Override
    public void isWritten() {
      fate.complete("written");
    }

    @Override
    public void isDropped() {
      fate.complete("dropped");
    }
  }

  /** A network that takes nothing. */
  private static EmbeddedChannel stuck() {
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void flush(ChannelHandlerContext context) {}
            });
    channel.config().setWriteBufferWaterMark(Outflow.MARKS);
    return channel;
  }

  private static int offerUntilRefused(Outflow outflow, int bytes) {
    int taken = 0;
    TestFrame next = new TestFrame(bytes);
    while (outflow.offer(next)) {
      taken++;
      next = new TestFrame(bytes);
    }
    next.frame().release();
    return taken;
  }

  @Test
  void what_waits_here_and_what_the_channel_has_are_64_mebibytes_at_most() {
    EmbeddedChannel channel = stuck();
    Outflow outflow = new Outflow(channel);
    for (int i = 0; i < 40; i++) {
      assertThat(outflow.offer(new TestFrame(MEBIBYTE))).isTrue();
    }
    channel.runPendingTasks();

    assertThat(offerUntilRefused(outflow, MEBIBYTE)).isEqualTo(23); // the channel adds a little
    channel.close();
    channel.runPendingTasks();
    channel.finishAndReleaseAll();
  }

  @Test
  void many_threads_together_do_not_exceed_the_bound() throws Exception {
    EmbeddedChannel channel = stuck();
    Outflow outflow = new Outflow(channel);
    CountDownLatch begin = new CountDownLatch(1);
    List<CompletableFuture<Integer>> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(
          CompletableFuture.supplyAsync(
              () -> {
                await(begin);
                return offerUntilRefused(outflow, 4 * MEBIBYTE);
              }));
    }
    begin.countDown();
    int taken = threads.stream().mapToInt(CompletableFuture::join).sum();

    assertThat(taken).isBetween(1, 16);
    channel.close();
    channel.runPendingTasks();
    channel.finishAndReleaseAll();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void what_gathers_in_a_turn_is_flushed_once() {
    AtomicInteger flushes = new AtomicInteger();
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void flush(ChannelHandlerContext context) {
                flushes.incrementAndGet();
                context.flush();
              }
            });
    Outflow outflow = new Outflow(channel);
    for (int i = 0; i < 10; i++) {
      assertThat(outflow.offer(new TestFrame(1))).isTrue();
    }
    channel.runPendingTasks();

    assertThat(flushes).hasValue(1);
    assertThat(channel.outboundMessages()).hasSize(10);
    channel.finishAndReleaseAll();
  }

  @Test
  void what_was_taken_and_not_written_when_the_connection_ends_is_dropped() throws Exception {
    EmbeddedChannel channel = new EmbeddedChannel();
    Outflow outflow = new Outflow(channel);
    TestFrame first = new TestFrame(1);
    assertThat(outflow.offer(first)).isTrue();
    channel.pipeline().close(); // and not the channel, which would run its tasks before
    channel.runPendingTasks();

    assertThat(first.fate.get(20, TimeUnit.SECONDS)).isEqualTo("dropped");
    assertThat(first.frame().refCnt()).isZero();
    assertThat(outflow.offer(new TestFrame(1))).isFalse();
  }

  /** The channel's loop ends between the look at the channel and the attempt to write. */
  @Test
  void what_was_taken_when_the_loop_has_ended_is_dropped_and_not_forgotten() throws Exception {
    EventLoop ended = new DefaultEventLoop();
    ended.shutdownGracefully(0, 0, TimeUnit.SECONDS).sync();
    Outflow outflow = new Outflow(channelOf(ended));
    for (int i = 0; i < 3; i++) {
      TestFrame frame = new TestFrame(1);
      if (outflow.offer(frame)) {
        assertThat(frame.fate.get(20, TimeUnit.SECONDS)).isEqualTo("dropped");
        assertThat(frame.frame().refCnt()).isZero();
      }
    }
  }

  private static Channel channelOf(EventLoop loop) {
    return (Channel)
        Proxy.newProxyInstance(
            Channel.class.getClassLoader(),
            new Class<?>[] {Channel.class},
            (channel, method, arguments) ->
                switch (method.getName()) {
                  case "isActive", "isWritable" -> true;
                  case "bytesBeforeUnwritable" -> (long) MEBIBYTE;
                  case "eventLoop" -> loop;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
