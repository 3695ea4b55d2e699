package io.tenure.jraft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.rpc.Connection;
import com.alipay.sofa.jraft.rpc.RaftServerService;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcRequestClosure;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowResponse;

/**
 * Makes a node stand for election at once. JRaft does that when a leader hands over, and has no
 * other way to ask for it; so the node is asked as its leader would.
 */
final class Candidate {

  private Candidate() {}

  /** Stands, if the node still follows in that term. May wait for the disk. */
  static void stand(Node node, String group, PeerId self, long term) {
    TimeoutNowRequest request =
        TimeoutNowRequest.newBuilder()
            .setGroupId(group)
            .setServerId(self.toString())
            .setPeerId(self.toString())
            .setTerm(term)
            .build();
    RpcRequestClosure answer =
        new RpcRequestClosure(new NobodyWaits(), TimeoutNowResponse.getDefaultInstance());
    ((RaftServerService) node).handleTimeoutNowRequest(request, answer);
  }

  private static final class NobodyWaits implements RpcContext {

    @Override
    public void sendResponse(Object response) {}

    @Override
    public Connection getConnection() {
      throw new UnsupportedOperationException("not from another node");
    }

    @Override
    public String getRemoteAddress() {
      return "this node";
    }
  }
}
