package io.tenure.gateway.leases;

import io.tenure.gateway.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Puts what a call came to into the form that the client likes. */
final class Presentation {

  private static final String BYTES = "application/octet-stream";
  private static final String HTML = "text/html; charset=utf-8";
  private static final byte[] EMPTY = new byte[0];

  private static final Answer.Header POLICY =
      new Answer.Header("Content-Security-Policy", ReportPage.CONTENT_SECURITY_POLICY);

  private Presentation() {}

  /** The answer about one lease: its data if it is shown, else what became of the call. */
  static Answer one(Form form, LeaseUri uri, LeaseResponse response, LeaseSnapshot snapshot) {
    if (!response.hasBody()) {
      return new Answer(response.status(), response.reason(), List.of(), EMPTY);
    }
    Answer answer =
        switch (form) {
          case RAW -> raw(response, snapshot);
          case JSON ->
              Answer.of(
                  response.status(), Answer.JSON, LeaseJson.one(uri.key(), response, snapshot));
          case TEXT ->
              Answer.text(response.status(), ReportText.write(Report.one(uri, response, snapshot)));
          case HTML -> page(response.status(), Report.one(uri, response, snapshot));
        };
    return answer.withReason(response.reason());
  }

  static Answer list(Form form, LeaseUri uri, List<Listed> leases) {
    return switch (form) {
      case RAW, JSON -> Answer.of(200, Answer.JSON, LeaseJson.list(leases));
      case TEXT -> Answer.text(200, ReportText.write(Report.list(uri, leases)));
      case HTML -> page(200, Report.list(uri, leases));
    };
  }

  /** The answer with more headers behind its own. */
  static Answer with(Answer answer, List<Answer.Header> more) {
    List<Answer.Header> headers = new ArrayList<>(answer.headers().size() + more.size());
    headers.addAll(answer.headers());
    headers.addAll(more);
    return new Answer(answer.status(), answer.reason(), headers, answer.body());
  }

  private static Answer raw(LeaseResponse response, LeaseSnapshot snapshot) {
    Tenure tenure = snapshot.tenure();
    if (response.equals(LeaseResponse.EXISTS) && tenure != null) {
      Answer.Header type = new Answer.Header("Content-Type", BYTES);
      List<Answer.Header> headers = List.of(type);
      return new Answer(response.status(), response.reason(), headers, tenure.data().bytes());
    }
    return Answer.text(response.status(), Message.of(response, snapshot));
  }

  private static Answer page(int status, Report report) {
    byte[] body = ReportPage.write(report).getBytes(StandardCharsets.UTF_8);
    return with(Answer.of(status, HTML, body), List.of(POLICY));
  }
}
