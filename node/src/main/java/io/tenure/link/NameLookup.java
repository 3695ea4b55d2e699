package io.tenure.link;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.resolver.InetSocketAddressResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Finds the addresses of hosts on threads that may wait. A name service that does not answer must
 * not hold up an event loop, which has other peers to talk to.
 */
final class NameLookup extends AddressResolverGroup<InetSocketAddress> {

  /** What waits for the name service. */
  interface Names {

    InetAddress[] addressesOf(String host) throws UnknownHostException;
  }

  private final Executor threads;
  private final Names names;

  NameLookup(Executor threads) {
    this(threads, InetAddress::getAllByName);
  }

  NameLookup(Executor threads, Names names) {
    this.threads = threads;
    this.names = names;
  }

  @Override
  protected AddressResolver<InetSocketAddress> newResolver(EventExecutor loop) {
    return new InetSocketAddressResolver(loop, new HostLookup(loop));
  }

  private final class HostLookup extends InetNameResolver {

    HostLookup(EventExecutor loop) {
      super(loop);
    }

    @Override
    protected void doResolve(String host, Promise<InetAddress> promise) {
      lookUp(host, promise, found -> found[0]);
    }

    @Override
    protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
      lookUp(host, promise, List::of);
    }

    private <T> void lookUp(String host, Promise<T> promise, Function<InetAddress[], T> choice) {
      threads.execute(
          () -> {
            try {
              promise.setSuccess(choice.apply(names.addressesOf(host)));
            } catch (UnknownHostException | RuntimeException unknown) {
              promise.setFailure(unknown);
            }
          });
    }
  }
}
