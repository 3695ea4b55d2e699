package io.tenure.gateway.locket;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.TextFormat;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What any gRPC tool may expect of a server, whatever it serves. */
class StandardServicesTest {

  private final Locket locket = Locket.fresh();

  @AfterEach
  void close() {
    locket.close();
  }

  @Test
  void health_is_told_for_the_server_and_for_the_service() {
    for (String service : new String[] {"", "models.Locket"}) {
      HealthCheckRequest request = HealthCheckRequest.newBuilder().setService(service).build();
      assertThat(HealthGrpc.newBlockingStub(locket.channel).check(request).getStatus())
          .isEqualTo(ServingStatus.SERVING);
    }
  }

  @Test
  void the_services_are_listed() throws Exception {
    ServerReflectionRequest request =
        ServerReflectionRequest.newBuilder().setListServices("").build();
    assertThat(reflect(request).getListServicesResponse().getServiceList())
        .extracting(ServiceResponse::getName)
        .contains("models.Locket", "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection");
  }

  @Test
  void a_client_that_knows_nothing_but_the_address_can_lock() throws Exception {
    ServerReflectionRequest request =
        ServerReflectionRequest.newBuilder().setFileContainingSymbol("models.Locket").build();
    ByteString file = reflect(request).getFileDescriptorResponse().getFileDescriptorProto(0);
    FileDescriptor wire =
        FileDescriptor.buildFrom(FileDescriptorProto.parseFrom(file), new FileDescriptor[0]);
    call(
        wire,
        "Lock",
        "resource { key: 'a' owner: 'one' value: 'v' type_code: PRESENCE } ttl_in_seconds: 9");
    assertThat(call(wire, "Fetch", "key: 'a'"))
        .isEqualTo(
            "resource { key: \"a\" owner: \"one\" value: \"v\" type: \"presence\""
                + " type_code: PRESENCE }");
    assertThat(call(wire, "Release", "resource { key: 'a' owner: 'one' }")).isEmpty();
    assertThat(call(wire, "FetchAll", "type: 'presence'")).isEmpty();
  }

  private String call(FileDescriptor wire, String name, String request) throws Exception {
    var method = wire.findServiceByName("Locket").findMethodByName(name);
    DynamicMessage.Builder message = DynamicMessage.newBuilder(method.getInputType());
    TextFormat.merge(request, message);
    MethodDescriptor<DynamicMessage, DynamicMessage> descriptor =
        MethodDescriptor.newBuilder(
                marshaller(method.getInputType()), marshaller(method.getOutputType()))
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("models.Locket/" + name)
            .build();
    Channel channel = locket.channel;
    DynamicMessage answer =
        ClientCalls.blockingUnaryCall(channel, descriptor, CallOptions.DEFAULT, message.build());
    return answer.toString().replaceAll("\\s+", " ").strip();
  }

  private static MethodDescriptor.Marshaller<DynamicMessage> marshaller(Descriptor type) {
    return ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(type));
  }

  private ServerReflectionResponse reflect(ServerReflectionRequest request) throws Exception {
    BlockingQueue<ServerReflectionResponse> answers = new LinkedBlockingQueue<>();
    StreamObserver<ServerReflectionRequest> requests =
        ServerReflectionGrpc.newStub(locket.channel)
            .serverReflectionInfo(
                new StreamObserver<>() {
                  @Override
                  public void onNext(ServerReflectionResponse answer) {
                    answers.add(answer);
                  }

                  @Override
                  public void onError(Throwable failure) {}

                  @Override
                  public void onCompleted() {}
                });
    requests.onNext(request);
    requests.onCompleted();
    return answers.poll(30, TimeUnit.SECONDS);
  }
}
