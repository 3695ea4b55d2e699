package io.tenure.codec;

import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.Configure;
import io.tenure.kernel.Command.RaiseEpoch;
import io.tenure.kernel.Command.RaiseLevel;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Command.Tick;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Level;
import io.tenure.kernel.Proof;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;

/**
 * A request as a part of a log entry. It has no version of its own: the entry's holds for it, so
 * that whoever accepts a request can encode it before anybody knows which entry it will be in.
 */
public final class RequestCodec {

  private static final int ACQUIRE = 1;
  private static final int AMEND = 2;
  private static final int RENEW = 3;
  private static final int RELEASE = 4;
  private static final int TICK = 5;
  private static final int CONFIGURE = 6;
  private static final int RAISE_EPOCH = 7;

  // From Level.SECOND on:

  private static final int CONFIGURE_WITH_GRACE = 8;
  private static final int RAISE_LEVEL = 9;

  /** Set beside the type if the request has a key. */
  private static final int KEYED = 0x80;

  /** Set beside the type if the request has a delivery id; from {@code Level.SECOND} on. */
  private static final int DELIVERED = 0x40;

  private static final int HAS_TTL = 1;
  private static final int HAS_OTHER = 2;

  private static final int USUAL_SIZE = 128;

  private RequestCodec() {}

  public static byte[] encode(Request request) {
    ByteWriter to = new ByteWriter(USUAL_SIZE);
    return request.command().dispatch(new CommandWriter(to, request)).toByteArray();
  }

  /**
   * What a cluster of this level can read of a request. The delivery id has to be left out: what is
   * sent again without it might be carried out twice.
   */
  public static Request atLevel(int level, Request request) {
    if (level >= Level.SECOND) {
      return request;
    }
    Command command = request.command();
    if (command instanceof Acquire wish && wish.whenHeld() == WhenHeld.POLL) {
      command =
          new Acquire(
              wish.resource(),
              wish.holder(),
              wish.ttl(),
              WhenHeld.QUEUE,
              wish.data(),
              wish.namespace());
    } else if (command instanceof Configure configure) {
      command = new Configure(configure.settings().atLevel(level));
    }
    return new Request(command, request.key());
  }

  /** The first level on which a request can be written as it is. */
  public static int levelOf(Request request) {
    if (request.command() instanceof RaiseLevel raise) {
      return Math.max(Level.SECOND, raise.level());
    }
    return atLevel(Level.FIRST, request).equals(request) ? Level.FIRST : Level.SECOND;
  }

  public static Request decode(byte[] bytes) {
    return Formats.readWhole(ByteReader.of(bytes), "request", RequestCodec::read);
  }

  static Request read(ByteReader from) {
    int first = from.readByte();
    RequestKey key = (first & KEYED) == 0 ? null : ValueCodec.readKey(from);
    DeliveryId delivery = (first & DELIVERED) == 0 ? null : ValueCodec.readDelivery(from);
    return new Request(readCommand(first & ~(KEYED | DELIVERED), from), key, delivery);
  }

  private static Command readCommand(int type, ByteReader from) {
    return switch (type) {
      case ACQUIRE -> readAcquire(from);
      case AMEND -> readAmend(from);
      case RENEW -> readRenew(from);
      case RELEASE ->
          new Release(
              ValueCodec.readResource(from), ValueCodec.readProof(from), from.readBoolean());
      case TICK -> new Tick();
      case CONFIGURE -> new Configure(ValueCodec.readSettings(from));
      case RAISE_EPOCH -> new RaiseEpoch();
      case CONFIGURE_WITH_GRACE ->
          new Configure(ValueCodec.readSettings(from).withPromotionGrace(from.readVarint()));
      case RAISE_LEVEL -> new RaiseLevel(from.readInt());
      default -> throw Codes.unknown("command", type);
    };
  }

  private static Acquire readAcquire(ByteReader from) {
    return new Acquire(
        ValueCodec.readResource(from),
        ValueCodec.readHolder(from),
        ValueCodec.readTtl(from),
        Codes.whenHeld(from.readByte()),
        ValueCodec.readData(from),
        from.readText());
  }

  private static Amend readAmend(ByteReader from) {
    var claim = ValueCodec.readClaimId(from);
    int flags = readFlags(from);
    Ttl ttl = (flags & HAS_TTL) == 0 ? null : ValueCodec.readTtl(from);
    ClaimStatus status = (flags & HAS_OTHER) == 0 ? null : Codes.status(from.readByte());
    return new Amend(claim, ttl, status);
  }

  private static Renew readRenew(ByteReader from) {
    ResourceKey resource = ValueCodec.readResource(from);
    Proof proof = ValueCodec.readProof(from);
    int flags = readFlags(from);
    Ttl ttl = (flags & HAS_TTL) == 0 ? null : ValueCodec.readTtl(from);
    UserData data = (flags & HAS_OTHER) == 0 ? null : ValueCodec.readData(from);
    return new Renew(resource, proof, ttl, data);
  }

  private static int readFlags(ByteReader from) {
    int flags = from.readByte();
    if (flags > (HAS_TTL | HAS_OTHER)) {
      throw Codes.unknown("flags", flags);
    }
    return flags;
  }

  /** Each method starts with the head, because it alone knows the type's number. */
  private record CommandWriter(ByteWriter to, Request request)
      implements Command.Handler<ByteWriter> {

    @Override
    public ByteWriter on(Acquire command) {
      writeHead(ACQUIRE);
      to.writeText(command.resource().name());
      ValueCodec.write(to, command.holder());
      to.writeVarint(command.ttl().micros());
      to.writeByte(Codes.of(command.whenHeld()));
      to.writeBytes(command.data().bytes());
      to.writeText(command.namespace());
      return to;
    }

    @Override
    public ByteWriter on(Amend command) {
      writeHead(AMEND);
      to.writeVarint(command.claim().value());
      Ttl ttl = command.ttl();
      ClaimStatus status = command.status();
      writeFlags(ttl != null, status != null);
      if (ttl != null) {
        to.writeVarint(ttl.micros());
      }
      if (status != null) {
        to.writeByte(Codes.of(status));
      }
      return to;
    }

    @Override
    public ByteWriter on(Renew command) {
      writeHead(RENEW);
      to.writeText(command.resource().name());
      ValueCodec.write(to, command.proof());
      Ttl ttl = command.ttl();
      UserData data = command.data();
      writeFlags(ttl != null, data != null);
      if (ttl != null) {
        to.writeVarint(ttl.micros());
      }
      if (data != null) {
        to.writeBytes(data.bytes());
      }
      return to;
    }

    @Override
    public ByteWriter on(Release command) {
      writeHead(RELEASE);
      to.writeText(command.resource().name());
      ValueCodec.write(to, command.proof());
      to.writeBoolean(command.purgeData());
      return to;
    }

    @Override
    public ByteWriter on(Tick command) {
      return writeHead(TICK);
    }

    @Override
    public ByteWriter on(Configure command) {
      long graceMicros = command.settings().promotionGraceMicros();
      writeHead(graceMicros == 0 ? CONFIGURE : CONFIGURE_WITH_GRACE);
      ValueCodec.write(to, command.settings());
      if (graceMicros > 0) {
        to.writeVarint(graceMicros);
      }
      return to;
    }

    @Override
    public ByteWriter on(RaiseEpoch command) {
      return writeHead(RAISE_EPOCH);
    }

    @Override
    public ByteWriter on(RaiseLevel command) {
      writeHead(RAISE_LEVEL);
      to.writeVarint(command.level());
      return to;
    }

    private ByteWriter writeHead(int type) {
      RequestKey key = request.key();
      DeliveryId delivery = request.delivery();
      to.writeByte(type | (key == null ? 0 : KEYED) | (delivery == null ? 0 : DELIVERED));
      if (key != null) {
        ValueCodec.write(to, key);
      }
      if (delivery != null) {
        ValueCodec.write(to, delivery);
      }
      return to;
    }

    private void writeFlags(boolean hasTtl, boolean hasOther) {
      to.writeByte((hasTtl ? HAS_TTL : 0) | (hasOther ? HAS_OTHER : 0));
    }
  }
}
