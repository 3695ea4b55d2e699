package io.tenure.chaos.planted;

/** Says why a bug cannot be planted. */
public final class PlantException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PlantException(String message) {
    super(message);
  }

  PlantException(String message, Throwable cause) {
    super(message, cause);
  }
}
