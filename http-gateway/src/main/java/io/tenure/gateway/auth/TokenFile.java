package io.tenure.gateway.auth;

import io.tenure.files.PrivateFile;
import io.tenure.gateway.Principal;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file with one token a line: {@code NAME sha256:HASH [groups=A,B]}, or the token itself, which
 * is named by its number among those. Blank lines and lines that begin with {@code #} do not count.
 * No message repeats any of the file.
 */
public final class TokenFile {

  private static final int SHORTEST = 8;
  private static final int LONGEST = 4096;
  private static final Pattern NAMED =
      Pattern.compile(
          "([A-Za-z][A-Za-z0-9._-]{0,63})\\s+sha256:([0-9a-fA-F]{64})"
              + "(?:\\s+groups=([A-Za-z0-9._,-]{1,1024}))?");
  private static final Pattern BARE = Pattern.compile("[!-~]{" + SHORTEST + "," + LONGEST + "}");
  private static final String ALLOWED =
      " is not a token; allowed: NAME sha256:HASH, with groups=A,B or without, or a token of "
          + SHORTEST
          + " to "
          + LONGEST
          + " visible ASCII characters";

  private final Map<TokenHash, Principal> tokens = new LinkedHashMap<>();
  private int bare;

  private TokenFile() {}

  /**
   * Reads the tokens.
   *
   * @throws IOException if the file cannot be read, or others can, or it has no tokens, or
   *     something else in it; the message says which
   */
  public static Map<TokenHash, Principal> read(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException garbled) {
      throw new IOException("it is not text", garbled);
    } catch (IOException failure) {
      throw new IOException("it cannot be read: " + failure.getClass().getSimpleName(), failure);
    }
    PrivateFile.require("tokens", file);
    return parse(text.lines().toList());
  }

  static Map<TokenHash, Principal> numbered(List<String> secrets) {
    TokenFile file = new TokenFile();
    secrets.forEach(secret -> file.tokens.put(TokenHash.of(secret), file.next()));
    return file.tokens;
  }

  private static Map<TokenHash, Principal> parse(List<String> lines) throws IOException {
    TokenFile file = new TokenFile();
    Set<String> names = new HashSet<>();
    int number = 0;
    for (String line : lines) {
      number++;
      String text = line.strip();
      if (!text.isEmpty() && !text.startsWith("#")) {
        file.add(text, "line " + number, names);
      }
    }
    if (file.tokens.isEmpty()) {
      throw new IOException("there is no token in it");
    }
    return Map.copyOf(file.tokens);
  }

  private void add(String text, String place, Set<String> names) throws IOException {
    Matcher named = NAMED.matcher(text);
    Principal principal;
    TokenHash hash;
    if (named.matches()) {
      principal = named(named.group(1), named.group(3));
      hash = TokenHash.parse(named.group(2));
    } else if (BARE.matcher(text).matches()) {
      principal = next();
      hash = TokenHash.of(text);
    } else {
      throw new IOException(place + ALLOWED);
    }
    if (!names.add(principal.name())) {
      throw new IOException(place + " has a name that another line has");
    }
    if (tokens.put(hash, principal) != null) {
      throw new IOException(place + " has a token that another line has");
    }
  }

  private static Principal named(String name, @Nullable String groups) {
    List<String> in = new ArrayList<>();
    if (groups != null) {
      in.addAll(List.of(groups.split(",")));
      in.removeIf(String::isEmpty);
    }
    return new Principal("token:" + name, Set.copyOf(in), Instant.MAX);
  }

  private Principal next() {
    bare++;
    return Principal.of("token:" + bare);
  }
}
