package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.rpc.CliRequests.AddPeerRequest;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.PingRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteResponse;
import com.alipay.sofa.jraft.util.Endpoint;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.tenure.link.IncomingCall;
import io.tenure.link.Link;
import io.tenure.link.LinkService;
import io.tenure.link.Payload;
import io.tenure.link.TestIdentities;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What JRaft relies on when it calls another node, with its locks held. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class LinkRpcClientTest {

  private static final long LONG_MILLIS = 60_000;
  private static final Message STORED =
      AppendEntriesResponse.newBuilder().setTerm(1).setSuccess(true).build();

  private final List<Identity> nodes = TestIdentities.founded("test", TestIdentities.members(2));
  private final Endpoint two = RaftTuning.peer(nodes.get(1).raftAddress()).getEndpoint();
  private final RaftRequests requests =
      new RaftRequests("test", nodes.get(0).raftAddress(), nodes.get(1).raftAddress(), 1);
  private final BlockingQueue<IncomingCall> calls = new LinkedBlockingQueue<>();
  private final LinkRpcClient client = new LinkRpcClient();
  private final CompletableFuture<Boolean> connected = new CompletableFuture<>();
  private Link link;
  private Link other;

  @BeforeEach
  void start() throws IOException {
    link = link(nodes.get(0), call -> {});
    other = link(nodes.get(1), calls::add);
    link.onOpened(peer -> connected.complete(true));
    link.start();
    RaftChecks checks = new RaftChecks("test", nodes.get(0).raftAddress(), () -> 1);
    client.use(new LinkRpcFactory.Options(link, new RaftAnswers(checks), Runnable::run));
  }

  private static Link link(Identity own, LinkService service) {
    Link.Options options =
        new Link.Options("127.0.0.1", TestIdentities.portOf(own), Optional.empty());
    return new Link(options, own, service);
  }

  @AfterEach
  void close() {
    link.close();
    other.close();
  }

  private void connect() throws Exception {
    other.start();
    connected.get(20, TimeUnit.SECONDS);
  }

  private Callback call(Message request, long millis) throws Exception {
    Callback callback = new Callback();
    client.invokeAsync(two, request, null, callback, millis);
    return callback;
  }

  private void answer(Message answer) throws InterruptedException {
    IncomingCall call = calls.poll(20, TimeUnit.SECONDS);
    call.answer(RaftMessages.number(answer), Payload.of(answer.toByteArray()));
  }

  /** What JRaft is told, and by whom. */
  private static class Callback implements InvokeCallback {

    private final CompletableFuture<Object> result = new CompletableFuture<>();
    private final AtomicInteger completions = new AtomicInteger();
    private final AtomicInteger handedOver = new AtomicInteger();

    @Override
    public void complete(Object answer, Throwable failure) {
      completions.incrementAndGet();
      if (failure == null) {
        result.complete(answer);
      } else {
        result.completeExceptionally(failure);
      }
    }

    @Override
    public Executor executor() {
      return task -> {
        handedOver.incrementAndGet();
        task.run();
      };
    }

    Object answer() throws Exception {
      return result.get(20, TimeUnit.SECONDS);
    }

    Throwable failure() throws Exception {
      try {
        return new AssertionError("answered: " + answer());
      } catch (ExecutionException failed) {
        return failed.getCause();
      }
    }
  }

  @Test
  void without_a_connection_everything_fails_at_once() {
    Callback callback = new Callback();

    assertThat(client.checkConnection(two)).isFalse();
    assertThat(client.checkConnection(two, true)).isFalse();
    assertThatThrownBy(() -> client.invokeSync(two, PingRequest.getDefaultInstance(), null, 1_000))
        .isInstanceOf(RemotingException.class);
    assertThatThrownBy(
            () -> client.invokeAsync(two, requests.vote().build(), null, callback, 1_000))
        .isInstanceOf(RemotingException.class)
        .hasMessageContaining("not connected to " + two);
    assertThat(callback.completions).hasValue(0);
  }

  @Test
  void nobody_but_members_can_be_called() throws Exception {
    connect();
    Endpoint stranger = new Endpoint("127.0.0.1", 9);

    assertThat(client.checkConnection(stranger, true)).isFalse();
    assertThatThrownBy(
            () -> client.invokeAsync(stranger, requests.getFile().build(), null, new Callback(), 1))
        .isInstanceOf(RemotingException.class);
  }

  @Test
  void a_connection_is_one_without_asking() throws Exception {
    connect();

    assertThat(client.checkConnection(two)).isTrue();
    Object answer = client.invokeSync(two, PingRequest.getDefaultInstance(), null, 1_000);
    assertThat(((ErrorResponse) answer).getErrorCode()).isZero();
    assertThat(calls).isEmpty();
  }

  @Test
  void whether_entries_were_stored_is_told_by_the_thread_that_read_it() throws Exception {
    connect();
    Callback callback = call(requests.entries().build(), LONG_MILLIS);
    answer(STORED);

    assertThat(callback.answer()).isEqualTo(STORED);
    assertThat(callback.handedOver).hasValue(0);
  }

  @Test
  void other_answers_and_failures_are_told_by_jrafts_own_threads() throws Exception {
    connect();
    Message granted = RequestVoteResponse.newBuilder().setTerm(1).setGranted(true).build();
    Callback vote = call(requests.vote().build(), LONG_MILLIS);
    answer(granted);
    Callback late = call(requests.entries().build(), 50);

    assertThat(vote.answer()).isEqualTo(granted);
    assertThat(vote.handedOver).hasValue(1);
    assertThat(late.failure()).isInstanceOf(InvokeTimeoutException.class);
    assertThat(late.handedOver).hasValue(1);
  }

  @Test
  void an_answer_that_jraft_could_not_handle_is_a_failure() throws Exception {
    connect();
    Callback wrongKind = call(requests.entries().build(), LONG_MILLIS);
    answer(RequestVoteResponse.newBuilder().setTerm(1).setGranted(true).build());
    Callback wrongTerm = call(requests.vote().build(), LONG_MILLIS);
    answer(RequestVoteResponse.newBuilder().setTerm(Long.MAX_VALUE).setGranted(false).build());
    Callback unreadable = call(requests.entries().build(), LONG_MILLIS);
    calls.poll(20, TimeUnit.SECONDS).answer(3, Payload.of(new byte[] {1, 2, 3}));

    assertThat(wrongKind.failure()).hasMessageContaining("is no answer");
    assertThat(wrongTerm.failure()).hasMessageContaining("its term is");
    assertThat(unreadable.failure()).hasMessageContaining("not a message of Raft");
  }

  /** Anything but this exception would end the replication to that node for ever. */
  @Test
  void what_cannot_be_sent_fails_as_jraft_expects_it() throws Exception {
    connect();
    ByteString large = ByteString.copyFrom(new byte[17 * 1024 * 1024]);
    Callback callback = new Callback();

    assertThatThrownBy(
            () ->
                client.invokeAsync(
                    two, requests.entries().setData(large).build(), null, callback, 1_000))
        .isInstanceOf(RemotingException.class);
    assertThatThrownBy(
            () ->
                client.invokeAsync(two, AddPeerRequest.getDefaultInstance(), null, callback, 1_000))
        .isInstanceOf(RemotingException.class);
    assertThat(callback.completions).hasValue(0);
    call(requests.entries().build(), LONG_MILLIS);
    answer(STORED); // the connection is as good as before
  }

  @Test
  void a_call_ends_once_when_the_connection_is_lost_even_if_jrafts_threads_are_gone()
      throws Exception {
    connect();
    Callback callback =
        new Callback() {
          @Override
          public Executor executor() {
            return task -> {
              throw new RejectedExecutionException("a fault of the test");
            };
          }
        };
    client.invokeAsync(two, requests.vote().build(), null, callback, LONG_MILLIS);
    assertThat(calls.poll(20, TimeUnit.SECONDS)).isNotNull();
    other.close();

    assertThat(callback.failure()).hasMessageContaining("lost");
    link.close();
    assertThat(callback.completions).hasValue(1);
  }
}
