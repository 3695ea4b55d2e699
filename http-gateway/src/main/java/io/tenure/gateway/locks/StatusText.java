package io.tenure.gateway.locks;

import io.tenure.gateway.Answer;

/** Answers whose body is their status line, such as {@code 423 Locked}. */
final class StatusText {

  private StatusText() {}

  static Answer of(int status) {
    String phrase = phrase(status);
    return Answer.text(status, (status + " " + phrase).strip()).withReason(phrase);
  }

  private static String phrase(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 408 -> "Request Timeout";
      case 412 -> "Precondition Failed";
      case 413 -> "Payload Too Large";
      case 414 -> "URI Too Long";
      case 417 -> "Expectation Failed";
      default -> rarerPhrase(status);
    };
  }

  private static String rarerPhrase(int status) {
    return switch (status) {
      case 422 -> "Unprocessable Entity";
      case 423 -> "Locked";
      case 431 -> "Request Header Fields Too Large";
      case 500 -> "Internal Server Error";
      case 501 -> "Not Implemented";
      case 505 -> "HTTP Version Not Supported";
      case 507 -> "Insufficient Storage";
      default -> "";
    };
  }
}
