package io.tenure.gateway.locket;

import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.tenure.gateway.Access;
import io.tenure.gateway.Right;
import io.tenure.gateway.locket.wire.LocketGrpc;
import java.util.function.Function;

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
        .addMethod(
            lock,
            handler(
                lock, q -> touching(Right.WRITE, q.getResource().getKey()), calls::lock, reception))
        .addMethod(
            fetch, handler(fetch, q -> touching(Right.READ, q.getKey()), calls::fetch, reception))
        .addMethod(
            release,
            handler(
                release,
                q -> touching(Right.WRITE, q.getResource().getKey()),
                calls::release,
                reception))
        .addMethod(
            fetchAll, handler(fetchAll, q -> Access.of(Right.READ), calls::fetchAll, reception))
        .build();
  }

  private static Access touching(Right right, String key) {
    return new Access(right, HeldResource.named(key));
  }

  private static <Q, A> MethodDescriptor<ParsedRequest<Q>, A> lenient(
      MethodDescriptor<Q, A> method) {
    return method.toBuilder(
            ParsedRequest.by(method.getRequestMarshaller()), method.getResponseMarshaller())
        .build();
  }

  private static <Q, A> UnaryHandler<Q, A> handler(
      MethodDescriptor<ParsedRequest<Q>, A> wire,
      Function<Q, Access> access,
      UnaryHandler.Method<Q, A> call,
      CallTerms reception) {
    return new UnaryHandler<>(String.valueOf(wire.getBareMethodName()), access, call, reception);
  }
}
