package io.tenure.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** Which release this is. */
public final class Version implements IVersionProvider {
  private static final String RESOURCE = "/META-INF/tenure-version";

  @Override
  public String[] getVersion() {
    return new String[] {"tenure " + current() + " (Java " + Runtime.version() + ")"};
  }

  static String current() {
    try (InputStream resource = Version.class.getResourceAsStream(RESOURCE)) {
      return resource == null
          ? "unreleased"
          : new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
