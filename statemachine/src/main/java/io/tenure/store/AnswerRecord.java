package io.tenure.store;

import io.tenure.codec.ByteReader;
import io.tenure.codec.ByteWriter;
import io.tenure.codec.CodecException;
import io.tenure.codec.ResultCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.LeaseTable.KeptAnswer;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.Result;

/**
 * The first answer to a keyed request. Answers are forgotten in the order in which they were kept,
 * so each has its number.
 */
record AnswerRecord(KeptAnswer answer, long number) {

  private static final int VERSION = 1;

  static void encode(AnswerKept event, long number, ByteWriter to) {
    to.writeByte(VERSION);
    to.writeLong(event.key().fingerprint());
    to.writeVarint(event.until().micros());
    to.writeVarint(number);
    ResultCodec.encode(event.answer(), to);
  }

  /** All but the result, which a table does not need. */
  static AnswerRecord decode(byte[] key, byte[] value) {
    ByteReader name = ByteReader.of(key);
    ByteReader from = open(value);
    RequestKey request = new RequestKey(name.readLong(), name.readLong(), from.readLong());
    name.requireEnd("key of an answer");
    ClusterTime until = new ClusterTime(from.readVarint());
    return new AnswerRecord(new KeptAnswer(request, until), from.readVarint());
  }

  static Result decodeResult(byte[] value) {
    ByteReader from = open(value);
    from.readLong();
    from.readVarint();
    from.readVarint();
    return ResultCodec.decode(from);
  }

  private static ByteReader open(byte[] value) {
    ByteReader from = ByteReader.of(value);
    int version = from.readByte();
    if (version != VERSION) {
      throw new CodecException("unknown format version of answer: " + version);
    }
    return from;
  }
}
