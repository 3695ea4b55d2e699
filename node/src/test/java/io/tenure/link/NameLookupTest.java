package io.tenure.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class NameLookupTest {

  private static final InetSocketAddress NAME = InetSocketAddress.createUnresolved("n2.test", 7081);

  private final EventLoop loop = new DefaultEventLoop();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    threads.shutdown();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** Asked on the loop, as a peer does when it connects. */
  private Future<InetSocketAddress> lookUp(NameLookup.Names names) throws Exception {
    NameLookup lookup = new NameLookup(threads, names);
    return loop.submit(() -> lookup.getResolver(loop).resolve(NAME)).get(20, TimeUnit.SECONDS);
  }

  @Test
  void a_name_service_that_does_not_answer_holds_up_no_event_loop() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    InetAddress found = InetAddress.getByAddress(new byte[] {10, 0, 0, 2});
    Future<InetSocketAddress> address =
        lookUp(
            host -> {
              awaitUninterruptibly(answer);
              return new InetAddress[] {found};
            });

    assertThat(loop.submit(() -> "free").get(20, TimeUnit.SECONDS)).isEqualTo("free");
    assertThat(address.isDone()).isFalse();
    answer.countDown();
    assertThat(address.get(20, TimeUnit.SECONDS)).isEqualTo(new InetSocketAddress(found, 7081));
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void an_unknown_name_is_a_failure() throws Exception {
    Future<InetSocketAddress> address =
        lookUp(
            host -> {
              throw new UnknownHostException(host);
            });

    assertThat(address.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(address.cause()).isInstanceOf(UnknownHostException.class);
  }
}
