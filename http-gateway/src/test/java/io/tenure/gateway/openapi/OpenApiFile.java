package io.tenure.gateway.openapi;

import io.tenure.gateway.AllDialects;
import io.tenure.gateway.FakeCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the description of all dialects into a file, for the tools that check it. */
final class OpenApiFile {

  private OpenApiFile() {}

  public static void main(String[] arguments) throws IOException {
    try (AllDialects all = new AllDialects()) {
      Files.write(Path.of(arguments[0]), all.send(FakeCall.of("GET", "/openapi.json")).body());
    }
  }
}
