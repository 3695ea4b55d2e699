package io.tenure.store;

import java.nio.charset.StandardCharsets;

/** The column families, in the order in which they are opened; see the package's description. */
enum Family {
  HEAD("default"),
  CLAIMS("claims"),
  RESOURCES("resources"),
  ZONES("zones"),
  ENDS("ends"),
  ANSWERS("answers");

  private final String label;

  Family(String label) {
    this.label = label;
  }

  byte[] label() {
    return label.getBytes(StandardCharsets.US_ASCII);
  }
}
