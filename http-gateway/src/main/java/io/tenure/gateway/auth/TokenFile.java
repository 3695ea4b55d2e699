package io.tenure.gateway.auth;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file with one token a line; blank lines and lines that begin with {@code #} do not count. No
 * message repeats any of the file.
 */
public final class TokenFile {

  private static final int SHORTEST = 8;
  private static final int LONGEST = 4096;

  private TokenFile() {}

  /**
   * Reads the tokens.
   *
   * @throws IOException if the file cannot be read, or has no tokens, or something else in it; the
   *     message says which
   */
  public static List<String> read(Path file) throws IOException {
    List<String> tokens = new ArrayList<>();
    int number = 0;
    for (String line : lines(file)) {
      number++;
      String token = line.strip();
      if (token.isEmpty() || token.startsWith("#")) {
        continue;
      }
      if (!isToken(token)) {
        throw new IOException(
            "line "
                + number
                + " is not a token: "
                + SHORTEST
                + " to "
                + LONGEST
                + " visible ASCII characters");
      }
      tokens.add(token);
    }
    if (tokens.isEmpty()) {
      throw new IOException("there is no token in it");
    }
    return tokens;
  }

  private static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (MalformedInputException garbled) {
      throw new IOException("it is not text", garbled);
    } catch (IOException failure) {
      throw new IOException("it cannot be read: " + failure.getClass().getSimpleName(), failure);
    }
  }

  private static boolean isToken(String text) {
    return text.length() >= SHORTEST
        && text.length() <= LONGEST
        && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }
}
