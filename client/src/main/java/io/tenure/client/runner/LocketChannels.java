package io.tenure.client.runner;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Opens connections to Locket servers. */
public final class LocketChannels {

  private LocketChannels() {}

  /**
   * The files of mutual TLS, all PEM.
   *
   * @param ca whom to trust
   * @param certificate who we are
   * @param key of the certificate, as PKCS #8
   */
  public record Identity(Path ca, Path certificate, Path key) {}

  /** One channel for each address of the form {@code host:port}; nothing is connected yet. */
  public static List<ManagedChannel> open(List<String> addresses, Optional<Identity> identity)
      throws IOException {
    ChannelCredentials credentials = InsecureChannelCredentials.create();
    if (identity.isPresent()) {
      Identity files = identity.get();
      credentials =
          TlsChannelCredentials.newBuilder()
              .trustManager(files.ca().toFile())
              .keyManager(files.certificate().toFile(), files.key().toFile())
              .build();
    }
    ChannelCredentials chosen = credentials;
    return addresses.stream()
        .map(
            address ->
                Grpc.newChannelBuilder(address, chosen)
                    .keepAliveTime(10, TimeUnit.SECONDS)
                    .keepAliveTimeout(5, TimeUnit.SECONDS)
                    .build())
        .toList();
  }
}
