package io.tenure.gateway.locket;

import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.tenure.gateway.locket.wire.LocketGrpc;

/** Binds the methods of the wire to the calls that serve them. */
final class LocketService {

  static final String NAME = LocketGrpc.SERVICE_NAME;

  private LocketService() {}

  static ServerServiceDefinition of(LocketHandlers calls, CallTerms reception) {
    var lock = lenient(LocketGrpc.getLockMethod());
    var fetch = lenient(LocketGrpc.getFetchMethod());
    var release = lenient(LocketGrpc.getReleaseMethod());
    var fetchAll = lenient(LocketGrpc.getFetchAllMethod());
    ServiceDescriptor descriptor =
        ServiceDescriptor.newBuilder(NAME)
            .setSchemaDescriptor(LocketGrpc.getServiceDescriptor().getSchemaDescriptor())
            .addMethod(lock)
            .addMethod(fetch)
            .addMethod(release)
            .addMethod(fetchAll)
            .build();
    return ServerServiceDefinition.builder(descriptor)
        .addMethod(lock, handler(lock, true, calls::lock, reception))
        .addMethod(fetch, handler(fetch, false, calls::fetch, reception))
        .addMethod(release, handler(release, true, calls::release, reception))
        .addMethod(fetchAll, handler(fetchAll, false, calls::fetchAll, reception))
        .build();
  }

  private static <Q, A> MethodDescriptor<ParsedRequest<Q>, A> lenient(
      MethodDescriptor<Q, A> method) {
    return method.toBuilder(
            ParsedRequest.by(method.getRequestMarshaller()), method.getResponseMarshaller())
        .build();
  }

  private static <Q, A> UnaryHandler<Q, A> handler(
      MethodDescriptor<ParsedRequest<Q>, A> wire,
      boolean writes,
      UnaryHandler.Method<Q, A> call,
      CallTerms reception) {
    return new UnaryHandler<>(String.valueOf(wire.getBareMethodName()), writes, call, reception);
  }
}
