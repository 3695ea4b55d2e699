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

  /**
   * One channel for each address of the form {@code host:port}; nothing is connected yet.
   *
   * @throws IOException if a file of the identity cannot be read, or is of no use
   */
  public static List<ManagedChannel> open(List<String> addresses, Optional<Identity> identity)
      throws IOException {
    if (identity.isEmpty()) {
      return open(addresses, InsecureChannelCredentials.create());
    }
    Identity files = identity.get();
    try {
      return open(
          addresses,
          TlsChannelCredentials.newBuilder()
              .trustManager(files.ca().toFile())
              .keyManager(files.certificate().toFile(), files.key().toFile())
              .build());
    } catch (IllegalArgumentException unusable) {
      throw new IOException(
          String.format(
              "%s: %s A key of an older form becomes PKCS #8 by"
                  + " openssl pkcs8 -topk8 -nocrypt -in %s",
              files, unusable.getMessage(), files.key()),
          unusable);
    }
  }

  private static List<ManagedChannel> open(List<String> addresses, ChannelCredentials ours) {
    return addresses.stream()
        .map(
            address ->
                Grpc.newChannelBuilder(address, ours)
                    .keepAliveTime(10, TimeUnit.SECONDS)
                    .keepAliveTimeout(5, TimeUnit.SECONDS)
                    .build())
        .toList();
  }
}
