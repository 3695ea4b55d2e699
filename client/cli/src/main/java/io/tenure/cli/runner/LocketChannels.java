package io.tenure.cli.runner;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelProvider.ProviderNotFoundException;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Opens connections to Locket servers. */
public final class LocketChannels {

  private static final Pattern BARE_KEY = Pattern.compile("BEGIN (RSA|EC) PRIVATE KEY");

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
   * @throws IOException if a file of the identity cannot be read or used
   */
  public static List<ManagedChannel> open(List<String> addresses, Optional<Identity> identity)
      throws IOException {
    if (identity.isEmpty()) {
      return open(addresses, InsecureChannelCredentials.create());
    }
    Identity files = identity.get();
    try {
      requireWrapped(files.key());
      return open(
          addresses,
          TlsChannelCredentials.newBuilder()
              .trustManager(files.ca().toFile())
              .keyManager(files.certificate().toFile(), files.key().toFile())
              .build());
    } catch (IllegalArgumentException | ProviderNotFoundException unusable) {
      String names = files.ca() + ", " + files.certificate() + " or " + files.key();
      throw new IOException(names + " is not of use: " + unusable.getMessage(), unusable);
    } catch (NoSuchFileException missing) {
      throw new IOException("there is no file " + missing.getMessage(), missing);
    }
  }

  /** Java reads no others, and would not say what is wrong with them. */
  private static void requireWrapped(Path key) throws IOException {
    if (BARE_KEY.matcher(Files.readString(key, StandardCharsets.ISO_8859_1)).find()) {
      throw new IOException(
          "the key must be PKCS #8; make it so by openssl pkcs8 -topk8 -nocrypt -in " + key);
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
