package io.tenure.config;

/** What a setting's value may be. */
interface ValueType<T> {

  /** A word for the listing, such as {@code duration}. */
  String name();

  /** What is allowed, such as {@code 100ms to 60s}. */
  String allowed();

  T parse(String text) throws BadValueException;
}
