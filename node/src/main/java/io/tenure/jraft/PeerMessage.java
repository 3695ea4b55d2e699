package io.tenure.jraft;

import com.alipay.remoting.CustomSerializerManager;
import com.alipay.remoting.DefaultCustomSerializer;
import com.alipay.remoting.InvokeContext;
import com.alipay.remoting.exception.CodecException;
import com.alipay.remoting.exception.DeserializationException;
import com.alipay.remoting.rpc.RequestCommand;
import com.alipay.remoting.rpc.ResponseCommand;
import com.alipay.remoting.rpc.protocol.RpcRequestCommand;
import com.alipay.remoting.rpc.protocol.RpcResponseCommand;
import com.alipay.remoting.serialization.Serializer;
import com.alipay.remoting.serialization.SerializerManager;
import java.nio.charset.StandardCharsets;

/**
 * What nodes say to each other besides Raft itself, over the same connections: one byte that says
 * what it is, and bytes of our own codec. Nothing else that comes from a peer is ever turned into
 * an object.
 */
record PeerMessage(Kind kind, byte[] payload) {

  /** What a message is about, with its number on the wire. */
  enum Kind {
    STATUS(1),
    HAND_OVER(2),
    SUBMIT(3),
    IDENTITY(4);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    private static Kind of(int code) throws DeserializationException {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new DeserializationException("unknown kind of message: " + code);
    }
  }

  /** Teaches Bolt this class, and takes away its way to read any other. */
  static synchronized void register() {
    if (CustomSerializerManager.getCustomSerializer(PeerMessage.class.getName()) != null) {
      return; // once per process, however many members it runs
    }
    CustomSerializerManager.registerCustomSerializer(
        PeerMessage.class.getName(), new PeerSerializer());
    SerializerManager.addSerializer(SerializerManager.Hessian2, new NoObjects());
  }

  private byte[] toBytes() {
    byte[] bytes = new byte[1 + payload.length];
    bytes[0] = (byte) kind.code;
    System.arraycopy(payload, 0, bytes, 1, payload.length);
    return bytes;
  }

  private static PeerMessage ofBytes(byte[] bytes) throws DeserializationException {
    if (bytes == null || bytes.length == 0) {
      throw new DeserializationException("an empty message");
    }
    byte[] payload = new byte[bytes.length - 1];
    System.arraycopy(bytes, 1, payload, 0, payload.length);
    return new PeerMessage(Kind.of(bytes[0]), payload);
  }

  private static final class PeerSerializer extends DefaultCustomSerializer {

    @Override
    public <T extends RequestCommand> boolean serializeContent(T request, InvokeContext context) {
      RpcRequestCommand command = (RpcRequestCommand) request;
      command.setContent(((PeerMessage) command.getRequestObject()).toBytes());
      return true;
    }

    @Override
    public <T extends ResponseCommand> boolean serializeContent(T response) {
      RpcResponseCommand command = (RpcResponseCommand) response;
      command.setContent(((PeerMessage) command.getResponseObject()).toBytes());
      return true;
    }

    @Override
    public <T extends RequestCommand> boolean deserializeContent(T request)
        throws DeserializationException {
      ((RpcRequestCommand) request).setRequestObject(ofBytes(request.getContent()));
      return true;
    }

    @Override
    public <T extends ResponseCommand> boolean deserializeContent(T response, InvokeContext context)
        throws DeserializationException {
      ((RpcResponseCommand) response).setResponseObject(ofBytes(response.getContent()));
      return true;
    }
  }

  /** Stands where Bolt would put a serializer of arbitrary objects. */
  private static final class NoObjects implements Serializer {

    @Override
    public byte[] serialize(Object object) {
      return String.valueOf(object).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <T> T deserialize(byte[] data, String className) throws CodecException {
      throw new CodecException("objects are not read from the network: " + className);
    }
  }
}
