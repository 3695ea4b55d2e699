package io.tenure.client.machine;

/** Answers as a node words them. */
final class Bodies {

  static final String CONFLICT =
      "{\"type\":\"urn:tenure:problem:still-waiting\",\"status\":409,\"detail\":\"it waits\","
          + "\"holder\":{\"id\":5,\"url\":\"u\",\"name\":null},\"expires_in\":3.5,"
          + "\"queue_position\":1}";
  static final String EXPIRED =
      "{\"type\":\"urn:tenure:problem:bad-parameters\",\"status\":400,\"detail\":\"bad\","
          + "\"invalid_params\":[{\"name\":\"ttl\",\"reason\":\"this is expired\"}]}";

  private Bodies() {}

  static String active(double ttl) {
    return "{\"id\":7,\"resource\":\"db\",\"status\":\"active\",\"ttl\":"
        + ttl
        + ",\"fencing_token\":12,\"queue_position\":0}";
  }

  static String waiting(int position) {
    return "{\"id\":7,\"resource\":\"db\",\"status\":\"waiting\",\"ttl\":null,"
        + "\"fencing_token\":null,\"queue_position\":"
        + position
        + "}";
  }

  static String ended(String status) {
    return "{\"id\":7,\"resource\":\"db\",\"status\":\"" + status + "\",\"ttl\":null}";
  }
}
