package io.tenure.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Reads a cluster's configuration. */
public final class ConfigFile {
  private static final long MAX_BYTES = 1 << 20;

  private ConfigFile() {}

  /** Reads a file and lets the environment override it. */
  public static ClusterConfig read(Path file, Map<String, String> environment)
      throws ConfigException {
    Path parent = file.toAbsolutePath().getParent();
    Path directory = parent == null ? file.toAbsolutePath() : parent;
    return new ConfigBuilder(file.toString(), directory).build(text(file), environment);
  }

  private static String text(Path file) throws ConfigException {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw refused(file, "is larger than 1 MiB, which no configuration is");
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (NoSuchFileException missing) {
      throw refused(file, "there is no such file; conf/ has ready-made ones");
    } catch (CharacterCodingException garbled) {
      throw refused(file, "is not UTF-8 text");
    } catch (IOException failure) {
      throw refused(file, "cannot be read: " + failure.getMessage());
    }
  }

  private static ConfigException refused(Path file, String why) {
    return new ConfigException(List.of(file + ": " + why));
  }
}
