package io.tenure.cli.keychain;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Lines of UTF-8 of bounded length. What is too long is read to its end and thrown away. */
final class Lines {

  static final int LONGEST = 1 << 20;

  private final InputStream in;

  /**
   * A line without its end.
   *
   * @param problem why it cannot be used, if it cannot; then the text is empty
   */
  record Line(String text, Optional<String> problem) {}

  Lines(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /** The next line; nothing at the end of the input. */
  Optional<Line> next() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean tooLong = false;
    int next = in.read();
    if (next < 0) {
      return Optional.empty();
    }
    for (; next >= 0 && next != '\n'; next = in.read()) {
      tooLong |= bytes.size() >= LONGEST;
      if (!tooLong) {
        bytes.write(next);
      }
    }
    return Optional.of(
        tooLong
            ? new Line("", Optional.of("the line is longer than " + LONGEST + " bytes"))
            : decode(bytes.toByteArray()));
  }

  private static Line decode(byte[] bytes) {
    try {
      return new Line(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString(),
          Optional.empty());
    } catch (CharacterCodingException notText) {
      return new Line("", Optional.of("the line is not UTF-8"));
    }
  }
}
