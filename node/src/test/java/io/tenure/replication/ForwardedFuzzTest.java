package io.tenure.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.codec.EntryCodec;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Invariants;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.Level;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Proof;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.link.Mutations;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** An entry that cannot be applied would end every node, and again after each restart. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ForwardedFuzzTest {

  private static final int REQUESTS = 100_000;

  private final Mutations mutations = new Mutations(4);
  private final LeaseTable table = new LeaseTable();
  private final LeaseKernel kernel = new LeaseKernel(table);
  private long index;

  private static List<byte[]> sound() {
    List<byte[]> requests = new ArrayList<>();
    for (Command command :
        List.of(
            new Command.Acquire(
                new ResourceKey("printer"),
                Holder.ANONYMOUS,
                Ttl.ofSeconds(5),
                Command.WhenHeld.QUEUE,
                UserData.of(new byte[] {1, 2, 3}),
                "team"),
            new Command.Acquire(
                new ResourceKey("door"),
                Holder.ANONYMOUS,
                Ttl.FOREVER,
                Command.WhenHeld.REFUSE,
                UserData.NONE,
                ""),
            new Command.Amend(new ClaimId(1), Ttl.ofSeconds(5), null),
            new Command.Amend(new ClaimId(2), Ttl.FOREVER, null),
            new Command.Release(
                new ResourceKey("door"), new Proof.ByHolder(Holder.ANONYMOUS), true))) {
      requests.add(RequestCodec.encode(Request.of(command)));
      requests.add(RequestCodec.encode(Request.of(command).deliveredAs(new DeliveryId(1, 2))));
    }
    return requests;
  }

  @Test
  void whatever_is_let_into_the_log_can_be_applied() {
    List<byte[]> sound = sound();
    int applied = 0;
    for (int i = 0; i < REQUESTS; i++) {
      byte[] request = mutations.mutatedOnce(mutations.oneOf(sound), 0);
      for (Submission submission : forwarded(request)) {
        apply(submission.request());
        applied++;
      }
    }
    assertThat(applied).isBetween(REQUESTS / 10, REQUESTS * 9 / 10);
    Invariants.check(table);
  }

  private static List<Submission> forwarded(byte[] request) {
    byte[] message = Forwarding.encodeItems(List.of(new AnyBytes(request)), 0);
    return ForwardedBatch.read(message, endings -> {}).submissions(Level.NEWEST, 0);
  }

  private void apply(byte[] request) {
    index++;
    Moment stamp = new Moment(new ClusterTime(index * 1_000), index);
    byte[] entry = EntryCodec.encode(stamp, List.of(request));
    kernel.apply(EntryCodec.decode(index, ByteBuffer.wrap(entry)));
  }
}
