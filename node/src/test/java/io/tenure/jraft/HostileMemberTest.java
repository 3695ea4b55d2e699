package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.RequestVoteResponse;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.netty.buffer.PooledByteBufAllocator;
import io.tenure.codec.ByteWriter;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.link.RawConnection;
import io.tenure.link.RawServer;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two of three members against somebody who has the identity of the third. They live, and go on to
 * elect and to serve.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class HostileMemberTest {

  private static final int HEAD_BYTES = 6;
  private static final int ERROR = 1;
  private static final long LAST_TERM = Long.MAX_VALUE;

  @TempDir private Path root;
  private TestCluster cluster;
  private int requests;

  @BeforeEach
  void start() {
    cluster = new TestCluster(root, 3).start();
    cluster.stop("n3");
    cluster.awaitLeader();
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private Identity hostile() {
    return cluster.identity("n3");
  }

  private RawConnection connect(String victim) throws IOException {
    return RawConnection.greeted(cluster.identity(victim), hostile());
  }

  private RaftRequests raft(String victim, long term) {
    return new RaftRequests(
        cluster.raftGroup(), hostile().raftAddress(), cluster.identity(victim).raftAddress(), term);
  }

  private void requireLife() {
    for (String id : List.of("n1", "n2")) {
      Command wish =
          new Acquire(
              new ResourceKey("r" + requests),
              Holder.ANONYMOUS,
              Ttl.ofSeconds(3600),
              WhenHeld.QUEUE,
              UserData.NONE,
              "");
      requests++;
      assertThat(cluster.submit(id, wish)).isInstanceOf(Result.Granted.class);
      assertThat(cluster.member(id).status().term()).isLessThan(1_000);
    }
    assertThat(cluster.halts()).isEmpty();
    cluster.awaitEqualStates();
  }

  /** The answer to a request: the number of its message, and its bytes. */
  private record Answer(int method, byte[] payload) {

    static Answer read(RawConnection connection) throws IOException {
      ByteBuffer frame = ByteBuffer.wrap(connection.readAnswer());
      byte[] payload = new byte[frame.remaining() - HEAD_BYTES];
      int method = frame.get(1);
      frame.position(HEAD_BYTES).get(payload);
      return new Answer(method, payload);
    }

    String refusal() throws InvalidProtocolBufferException {
      assertThat(method).isEqualTo(ERROR);
      return ErrorResponse.parseFrom(payload).getErrorMsg();
    }
  }

  private static Answer ask(RawConnection connection, Message request) throws IOException {
    connection.send(RawConnection.request(RaftMessages.number(request), 1, request.toByteArray()));
    return Answer.read(connection);
  }

  private static Answer ask(RawConnection connection, PeerMessage.Kind kind, byte[] payload)
      throws IOException {
    connection.send(RawConnection.request(kind.code(), 1, payload));
    return Answer.read(connection);
  }

  @Test
  void garbage_ends_the_connection_and_nothing_else() throws IOException {
    Random random = new Random(1);
    for (String victim : List.of("n1", "n2")) {
      for (int i = 0; i < 100; i++) {
        byte[] garbage = new byte[1 + random.nextInt(2_000)];
        random.nextBytes(garbage);
        garbage[0] |= (byte) 0x80; // a length that no frame has, so that it is judged at once
        try (RawConnection stranger = RawConnection.to(cluster.identity(victim));
            RawConnection member = connect(victim)) {
          stranger.send(garbage);
          member.send(garbage);
          assertThat(stranger.isEnded()).isTrue();
          assertThat(member.isEnded()).isTrue();
        }
      }
    }
    requireLife();
  }

  @Test
  void nothing_is_allocated_for_what_is_only_announced() throws IOException {
    long before = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    for (String victim : List.of("n1", "n2")) {
      try (RawConnection strange = RawConnection.to(cluster.identity(victim));
          RawConnection member = connect(victim)) {
        strange.send((byte) 0x7F, (byte) -1, (byte) -1, (byte) -1);
        assertThat(strange.isEnded()).isTrue();
        long term = cluster.member(victim).status().term();
        Message entries =
            raft(victim, term)
                .entries()
                .setEntries(0, raft(victim, term).entry(Integer.MAX_VALUE))
                .build();
        assertThat(ask(member, entries).refusal()).contains("2147483647 bytes");
        Message file = raft(victim, term).getFile().setCount(Integer.MAX_VALUE).build();
        assertThat(ask(member, file).refusal()).contains("2147483647 bytes");
        ByteWriter many = new ByteWriter(20);
        many.writeByte(1);
        many.writeVarint(Integer.MAX_VALUE);
        member.send(RawConnection.request(PeerMessage.Kind.SUBMIT.code(), 1, many.toByteArray()));
        assertThat(member.isEnded()).isTrue();
      }
    }
    long after = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    assertThat(after - before).isLessThan(64L << 20);
    requireLife();
  }

  @Test
  void messages_in_anothers_name_are_refused() throws IOException {
    for (String victim : List.of("n1", "n2")) {
      String other = cluster.identity(victim.equals("n1") ? "n2" : "n1").raftAddress();
      long next = cluster.member(victim).status().term() + 1;
      RaftRequests forged =
          new RaftRequests(
              cluster.raftGroup(), other, cluster.identity(victim).raftAddress(), next);
      try (RawConnection member = connect(victim)) {
        for (Message message :
            List.of(
                forged.heartbeat().build(),
                forged.entries().build(),
                forged.vote().build(),
                forged.timeoutNow().build(),
                forged.readIndex().build(),
                forged.installSnapshot().build())) {
          assertThat(ask(member, message).refusal()).isEqualTo("it is in the name of " + other);
        }
      }
    }
    requireLife();
  }

  @Test
  void the_last_of_all_terms_is_refused() throws IOException {
    for (String victim : List.of("n1", "n2")) {
      RaftRequests last = raft(victim, LAST_TERM);
      try (RawConnection member = connect(victim)) {
        for (Message message :
            List.of(
                last.heartbeat().build(),
                last.vote().build(),
                last.vote().setPreVote(true).build(),
                last.timeoutNow().build(),
                last.installSnapshot().build())) {
          assertThat(ask(member, message).refusal()).startsWith("its term is " + LAST_TERM);
        }
      }
    }
    requireLife();
  }

  @Test
  void a_snapshot_of_somebody_else_and_entries_that_cannot_be_are_refused() throws IOException {
    for (String victim : List.of("n1", "n2")) {
      RaftRequests next = raft(victim, cluster.member(victim).status().term() + 1);
      try (RawConnection member = connect(victim)) {
        assertThat(
                ask(member, next.installSnapshot().setUri("remote://127.0.0.1:9/1").build())
                    .refusal())
            .contains("at another address");
        assertThat(
                ask(
                        member,
                        next.heartbeat()
                            .setPrevLogIndex(1L << 62)
                            .setCommittedIndex(1L << 62)
                            .build())
                    .refusal())
            .contains("there is no entry");
        assertThat(
                ask(
                        member,
                        next.entries()
                            .setEntries(
                                0, next.entry(3).setType(EntryType.ENTRY_TYPE_CONFIGURATION))
                            .build())
                    .refusal())
            .contains("malformed");
      }
    }
    requireLife();
  }

  @Test
  void what_is_no_request_ends_the_connection() throws IOException {
    for (int method : new int[] {0, 1, 3, 14, 15, 64, 68, 255}) {
      try (RawConnection member = connect(cluster.awaitLeader())) {
        byte[] answer =
            AppendEntriesResponse.newBuilder().setTerm(1).setSuccess(true).build().toByteArray();
        member.send(RawConnection.request(method, 1, answer));
        assertThat(member.isEnded()).isTrue();
      }
    }
    requireLife();
  }

  @Test
  void forwarded_requests_that_nobody_could_apply_are_never_proposed() throws IOException {
    String leader = cluster.awaitLeader();
    List<byte[]> requests = new ArrayList<>();
    requests.add(new byte[0]);
    requests.add(new byte[] {63});
    for (Command command :
        List.of(
            new Command.Tick(),
            new Command.RaiseEpoch(),
            new Command.Configure(Settings.DEFAULT),
            new Command.RaiseLevel(Level.NEWEST))) {
      requests.add(RequestCodec.encode(Request.of(command)));
    }
    try (RawConnection member = connect(leader)) {
      Answer answer = ask(member, PeerMessage.Kind.SUBMIT, batch(requests));
      assertThat(answer.payload()[1]).isEqualTo((byte) requests.size());
      assertThat(answer.payload()[2]).isEqualTo((byte) 1); // refused
    }
    Random random = new Random(2);
    for (int i = 0; i < 50; i++) {
      byte[] garbage = new byte[random.nextInt(200)];
      random.nextBytes(garbage);
      try (RawConnection member = connect(leader)) {
        member.send(RawConnection.request(PeerMessage.Kind.SUBMIT.code(), 1, garbage));
        assertThat(member.isEnded()).isTrue();
      }
    }
    requireLife();
  }

  private static byte[] batch(List<byte[]> requests) {
    ByteWriter to = new ByteWriter(1_000);
    to.writeByte(1);
    to.writeVarint(requests.size());
    for (byte[] request : requests) {
      to.writeBoolean(false);
      to.writeVarint(10_000);
      to.writeBytes(request);
    }
    return to.toByteArray();
  }

  @Test
  void leadership_is_handed_to_members_only() throws IOException {
    String leader = cluster.awaitLeader();
    try (RawConnection member = connect(leader)) {
      for (String target : List.of("", "nobody", "127.0.0.1:9", "\u0000\uFFFF:::", ":1:2:3:4")) {
        byte[] bytes = target.getBytes(StandardCharsets.UTF_8);
        assertThat(ask(member, PeerMessage.Kind.HAND_OVER, bytes).payload()).containsExactly(0);
      }
    }
    assertThat(cluster.awaitLeader()).isEqualTo(leader);
    requireLife();
  }

  /** The leader asks the third member too, and does not believe what it says. */
  @Test
  void answers_that_cannot_be_change_nothing() throws IOException {
    List<Message> answers =
        List.of(
            AppendEntriesResponse.newBuilder().setTerm(LAST_TERM).setSuccess(false).build(),
            AppendEntriesResponse.newBuilder().setTerm(-1).setSuccess(true).build(),
            RequestVoteResponse.newBuilder().setTerm(LAST_TERM).setGranted(false).build(),
            ErrorResponse.newBuilder().setErrorCode(0).build(),
            ErrorResponse.newBuilder().setErrorCode(1).setErrorMsg("no").build());
    String leader = cluster.awaitLeader();
    int asked = 0;
    try (RawServer server = new RawServer(hostile())) {
      RawConnection connection = acceptFrom(server, leader);
      while (asked < 40) {
        ByteBuffer request = ByteBuffer.wrap(connection.readAnswer());
        Message answer = answers.get(asked % answers.size());
        connection.send(
            RawConnection.response(
                RaftMessages.number(answer), request.getInt(2), answer.toByteArray()));
        asked++;
      }
      connection.close();
    }
    requireLife();
  }

  /** Both connect; only the leader has something to say. */
  private RawConnection acceptFrom(RawServer server, String node) throws IOException {
    for (int i = 0; i < 100; i++) {
      RawConnection connection = server.acceptAndGreet();
      if (connection.greetedBy().node().equals(node)) {
        return connection;
      }
    }
    throw new AssertionError(node + " does not connect");
  }

  @Test
  void the_others_elect_again_after_all_of_it() throws IOException {
    String leader = cluster.awaitLeader();
    try (RawConnection member = connect(leader)) {
      ask(member, raft(leader, LAST_TERM).vote().build());
    }
    cluster.stop(leader);
    cluster.start(leader);
    cluster.awaitLeader();
    requireLife();
  }
}
