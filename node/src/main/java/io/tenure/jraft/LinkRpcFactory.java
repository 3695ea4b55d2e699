package io.tenure.jraft;

import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.RaftRpcFactory;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.util.Endpoint;
import com.alipay.sofa.jraft.util.SPI;
import io.tenure.link.Link;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Makes JRaft use the link. JRaft finds it by its service loader, once for the whole process; which
 * link a client uses is told by the {@link Options} of its node.
 */
@SPI(priority = 10)
public final class LinkRpcFactory implements RaftRpcFactory {

  /** The options of a node that reaches its peers over a link. */
  static final class Options extends NodeOptions {

    private final Link link;
    private final RaftAnswers answers;
    private final Executor workers;

    Options(Link link, RaftAnswers answers, Executor workers) {
      this.link = link;
      this.answers = answers;
      this.workers = workers;
    }

    Link link() {
      return link;
    }

    RaftAnswers answers() {
      return answers;
    }

    /** For what must not run on the link's own threads. */
    Executor workers() {
      return workers;
    }
  }

  /** Nothing to do: {@link RaftMessages} knows the few messages that are sent. */
  @Override
  public void registerProtobufSerializer(String className, Object... args) {}

  @Override
  public ConfigHelper<RpcClient> defaultJRaftClientConfigHelper(RpcOptions ofNode) {
    return client -> ((LinkRpcClient) client).use((Options) ofNode);
  }

  @Override
  public RpcClient createRpcClient(ConfigHelper<RpcClient> helper) {
    LinkRpcClient client = new LinkRpcClient();
    helper.config(client);
    return client;
  }

  @Override
  public RpcServer createRpcServer(Endpoint endpoint, @Nullable ConfigHelper<RpcServer> helper) {
    throw new UnsupportedOperationException("a member brings its own server");
  }
}
