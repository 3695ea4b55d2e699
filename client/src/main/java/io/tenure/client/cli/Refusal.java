package io.tenure.client.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import javax.net.ssl.SSLException;

/** Puts what went wrong into one line: the reason, and what to do. */
final class Refusal {

  private Refusal() {}

  /** What ends the command after such an answer. */
  static CommandException of(NodeAnswer answer) {
    return new CommandException(exitCode(answer.status()), reason(answer) + hint(answer.status()));
  }

  static String reason(NodeAnswer answer) {
    JsonNode body = answer.body();
    if (!body.isObject()) {
      return answer.status() + " " + line(body.asText(""));
    }
    String detail = body.path("detail").asText("");
    String reason = detail.isEmpty() ? body.path("title").asText("no reason given") : detail;
    return line(reason) + " (" + answer.status() + ")";
  }

  static String reason(IOException failure) {
    if (failure instanceof ConnectException) {
      return "connection refused";
    }
    if (failure instanceof SocketTimeoutException) {
      return "no answer in time";
    }
    if (failure instanceof UnknownHostException) {
      return "unknown host";
    }
    if (failure instanceof SSLException) {
      return "TLS failed, is --ca right? " + line(String.valueOf(failure.getMessage()));
    }
    String message =
        failure instanceof JsonProcessingException text
            ? "not JSON: " + text.getOriginalMessage()
            : failure.getMessage();
    return message == null || message.isBlank() ? "the connection broke" : line(message);
  }

  /** Why a file cannot be used, where Java tells no more than its name. */
  static String fileReason(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    String message = failure.getMessage();
    return message == null || message.isBlank() ? "it cannot be read" : line(message);
  }

  static String notAllowed(String reason) {
    return reason + hint(401);
  }

  static String unavailable(String reason) {
    return "the cluster does not answer: "
        + reason
        + "; see that nodes run there, or set --url (TENURE_URL) to others";
  }

  private static int exitCode(int status) {
    return switch (status) {
      case 401, 403 -> ExitCode.NOT_ALLOWED;
      case 503 -> ExitCode.UNAVAILABLE;
      default -> ExitCode.REFUSED;
    };
  }

  private static String hint(int status) {
    return switch (status) {
      case 401, 403 -> "; set --token (TENURE_TOKEN) to one that the cluster knows";
      case 404 -> "; `tenure list` shows what there is";
      default -> "";
    };
  }

  private static String line(String text) {
    return Terminal.printable(text.strip().replaceAll("\\s+", " "));
  }
}
