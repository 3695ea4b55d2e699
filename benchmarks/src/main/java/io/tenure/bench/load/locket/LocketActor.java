package io.tenure.bench.load.locket;

import io.tenure.bench.load.Stage;
import io.tenure.bench.load.grpc.GrpcActor;
import io.tenure.bench.load.grpc.Http2Wire;
import io.tenure.bench.load.grpc.ProtoReader;

/** What all clients of Locket have in common: that an answer says nothing but that all is well. */
abstract class LocketActor extends GrpcActor {
  static final long TTL_SECONDS = 60;

  /** Where a client works; the key is the name of what it locks. */
  record Place(Http2Wire wire, Stage stage, String key) {}

  final Place place;

  LocketActor(Place place) {
    super(place.wire(), place.stage());
    this.place = place;
  }

  @Override
  public final void message(ProtoReader message) {
    // A call that was refused has none, and the connection knows that.
  }
}
