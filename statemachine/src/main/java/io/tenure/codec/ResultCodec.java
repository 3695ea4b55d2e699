package io.tenure.codec;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.AlreadyEnded;
import io.tenure.kernel.Result.Configured;
import io.tenure.kernel.Result.Confirmed;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.IllegalTransition;
import io.tenure.kernel.Result.KeyReused;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.NotActive;
import io.tenure.kernel.Result.NotHeld;
import io.tenure.kernel.Result.ProofRejected;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Result.Repeated;
import io.tenure.kernel.Result.Replayed;
import io.tenure.kernel.Result.StillWaiting;
import io.tenure.kernel.Result.Ticked;
import java.util.List;
import java.util.function.Function;

/** A result, for another node that asked and for the store that remembers it. */
public final class ResultCodec {

  private static final int VERSION = 1;
  private static final int USUAL_SIZE = 192;
  private static final int REPLAYED = 19;

  /** The reader of type {@code n} stands at place {@code n - 1}; new ones come last. */
  private static final List<Function<ByteReader, Result>> READERS =
      List.of(
          from -> new Granted(readView(from)),
          from -> new Queued(readView(from), readView(from)),
          from -> new Renewed(readView(from)),
          from -> new Confirmed(readView(from)),
          from -> new Ended(readView(from)),
          from -> new Ticked(from.readInt(), from.readBoolean()),
          from -> new Configured(),
          from -> new Held(readView(from)),
          from -> new StillWaiting(readView(from), readView(from)),
          from -> new NotActive(readView(from)),
          from -> new ProofRejected(readView(from)),
          ResultCodec::readNotHeld,
          from -> new IllegalTransition(readView(from), Codes.status(from.readByte())),
          from -> new NoSuchClaim(ValueCodec.readClaimId(from)),
          from -> new AlreadyEnded(readView(from)),
          from -> new LimitReached(Codes.limit(from.readByte()), from.readVarint()),
          from -> new Repeated(ValueCodec.readKey(from)),
          from -> new KeyReused(),
          ResultCodec::readReplayed,
          from -> new Redelivered(ValueCodec.readDelivery(from), from.readVarint()));

  private ResultCodec() {}

  public static byte[] encode(Result result) {
    ByteWriter to = new ByteWriter(USUAL_SIZE);
    encode(result, to);
    return to.toByteArray();
  }

  /** Appends a result, which then must be the last thing that is written. */
  public static void encode(Result result, ByteWriter to) {
    to.writeByte(VERSION);
    result.dispatch(new ResultWriter(to));
  }

  public static Result decode(byte[] bytes) {
    return decode(ByteReader.of(bytes));
  }

  /** Reads a result, which must be all that is left. */
  public static Result decode(ByteReader from) {
    return Formats.readWhole(from, VERSION, "result", ResultCodec::read);
  }

  private static Result read(ByteReader from) {
    return read(from.readByte(), from);
  }

  private static Result read(int type, ByteReader from) {
    if (type == 0 || type > READERS.size()) {
      throw Codes.unknown("result", type);
    }
    return READERS.get(type - 1).apply(from);
  }

  private static ClaimView readView(ByteReader from) {
    int position = from.readInt();
    var now = ValueCodec.readTime(from);
    return new ClaimView(ClaimCodec.read(from), position, now);
  }

  private static Result readNotHeld(ByteReader from) {
    ResourceKey resource = ValueCodec.readResource(from);
    return new NotHeld(resource, from.readBoolean() ? ClaimCodec.read(from) : null);
  }

  private static Result readReplayed(ByteReader from) {
    ClaimView now = from.readBoolean() ? readView(from) : null;
    int type = from.readByte();
    if (type == REPLAYED) {
      throw new CodecException("a replay of a replay");
    }
    return new Replayed(read(type, from), now);
  }

  private record ResultWriter(ByteWriter to) implements Result.Handler<ByteWriter> {

    @Override
    public ByteWriter on(Granted result) {
      return write(1, result.claim());
    }

    @Override
    public ByteWriter on(Queued result) {
      return write(2, result.claim(), result.holder());
    }

    @Override
    public ByteWriter on(Renewed result) {
      return write(3, result.claim());
    }

    @Override
    public ByteWriter on(Confirmed result) {
      return write(4, result.claim());
    }

    @Override
    public ByteWriter on(Ended result) {
      return write(5, result.claim());
    }

    @Override
    public ByteWriter on(Ticked result) {
      write(6);
      to.writeVarint(result.expired());
      to.writeBoolean(result.more());
      return to;
    }

    @Override
    public ByteWriter on(Configured result) {
      return write(7);
    }

    @Override
    public ByteWriter on(Held result) {
      return write(8, result.holder());
    }

    @Override
    public ByteWriter on(StillWaiting result) {
      return write(9, result.claim(), result.holder());
    }

    @Override
    public ByteWriter on(NotActive result) {
      return write(10, result.claim());
    }

    @Override
    public ByteWriter on(ProofRejected result) {
      return write(11, result.holder());
    }

    @Override
    public ByteWriter on(NotHeld result) {
      write(12);
      to.writeText(result.resource().name());
      Claim last = result.last();
      to.writeBoolean(last != null);
      if (last != null) {
        ClaimCodec.write(to, last);
      }
      return to;
    }

    @Override
    public ByteWriter on(IllegalTransition result) {
      write(13, result.claim());
      to.writeByte(Codes.of(result.to()));
      return to;
    }

    @Override
    public ByteWriter on(NoSuchClaim result) {
      write(14);
      to.writeVarint(result.claim().value());
      return to;
    }

    @Override
    public ByteWriter on(AlreadyEnded result) {
      return write(15, result.claim());
    }

    @Override
    public ByteWriter on(LimitReached result) {
      write(16);
      to.writeByte(Codes.of(result.limit()));
      to.writeVarint(result.most());
      return to;
    }

    @Override
    public ByteWriter on(Repeated result) {
      write(17);
      ValueCodec.write(to, result.key());
      return to;
    }

    @Override
    public ByteWriter on(KeyReused result) {
      return write(18);
    }

    @Override
    public ByteWriter on(Replayed result) {
      ClaimView now = result.now();
      write(REPLAYED);
      to.writeBoolean(now != null);
      if (now != null) {
        writeView(now);
      }
      return result.first().dispatch(this);
    }

    @Override
    public ByteWriter on(Redelivered result) {
      write(20);
      ValueCodec.write(to, result.delivery());
      to.writeVarint(result.entry());
      return to;
    }

    private ByteWriter write(int type, ClaimView... views) {
      to.writeByte(type);
      for (ClaimView view : views) {
        writeView(view);
      }
      return to;
    }

    private void writeView(ClaimView view) {
      to.writeVarint(view.position());
      to.writeVarint(view.now().micros());
      ClaimCodec.write(to, view.claim());
    }
  }
}
