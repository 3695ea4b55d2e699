package io.tenure.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.RefusedException;
import io.tenure.client.TenureException;
import io.tenure.client.UnavailableException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Puts what went wrong into one line: the reason, and what to do. */
final class Refusal {

  private Refusal() {}

  /** What ends the command after such an answer. */
  static CommandException of(NodeAnswer answer) {
    String type = answer.body().path("type").asText("");
    return new CommandException(
        exitCode(answer.status()),
        reason(answer) + hint(answer.status()),
        answer.status(),
        type.substring(type.lastIndexOf(':') + 1));
  }

  /** What ends the command after the library's exception. */
  static CommandException of(TenureException failure) {
    String reason = line(String.valueOf(failure.getMessage()));
    if (failure instanceof RefusedException refused) {
      int status = refused.status();
      return new CommandException(exitCode(status), reason + hint(status), status, refused.type());
    }
    return failure instanceof UnavailableException
        ? new CommandException(ExitCode.UNAVAILABLE, unavailable(reason))
        : new CommandException(ExitCode.REFUSED, reason);
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
        + "; check that the nodes run there, or set --url (TENURE_URL)";
  }

  private static int exitCode(int status) {
    return switch (status) {
      case 401, 403 -> ExitCode.NOT_ALLOWED;
      case 408, 429, 500, 502, 503, 504 -> ExitCode.UNAVAILABLE;
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
