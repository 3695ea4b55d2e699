package io.tenure.config;

import java.util.Locale;
import java.util.Optional;

/** One setting: how it is named, what it may be, and what it is when nobody sets it. */
public final class Setting<T> {
  private final String key;
  private final ValueType<T> type;
  private final Absence absence;
  private final String description;

  /** What holds when a setting is not set. */
  private sealed interface Absence {}

  private record Default(String text) implements Absence {}

  private record Missing() implements Absence {}

  private record Left(String note) implements Absence {}

  private Setting(String key, ValueType<T> type, Absence absence, String description) {
    this.key = key;
    this.type = type;
    this.absence = absence;
    this.description = description;
  }

  static <T> Setting<T> of(String key, ValueType<T> type, String byDefault, String description) {
    return new Setting<>(key, type, new Default(byDefault), description);
  }

  static <T> Setting<T> required(String key, ValueType<T> type, String description) {
    return new Setting<>(key, type, new Missing(), description);
  }

  /** A setting that may be absent; the note says what that means. */
  static <T> Setting<T> optional(String key, ValueType<T> type, String note, String description) {
    return new Setting<>(key, type, new Left(note), description);
  }

  /** Its name in the file; that of a node's setting contains {@code <id>}. */
  public String key() {
    return key;
  }

  public String typeName() {
    return type.name();
  }

  public String allowed() {
    return type.allowed();
  }

  public String description() {
    return description;
  }

  /** The default as it is written in a file, or what the absence of a value means. */
  public String defaultText() {
    if (absence instanceof Default given) {
      return given.text();
    }
    return absence instanceof Left left ? left.note() : "required";
  }

  static String variable(String key) {
    return "TENURE_" + key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
  }

  ValueType<T> type() {
    return type;
  }

  boolean required() {
    return absence instanceof Missing;
  }

  boolean perNode() {
    return key.startsWith(SettingTable.NODE_PREFIX);
  }

  /** The default, if there is one. */
  Optional<T> byDefault() {
    if (!(absence instanceof Default given)) {
      return Optional.empty();
    }
    try {
      return Optional.of(type.parse(given.text()));
    } catch (BadValueException wrong) {
      throw new IllegalStateException(key + ": its own default " + wrong.getMessage(), wrong);
    }
  }

  /** What is allowed, as the end of a message. */
  String allowedSentence() {
    return "allowed: " + type.allowed();
  }

  @Override
  public String toString() {
    return key;
  }
}
