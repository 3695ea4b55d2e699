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

  /** Browsers must not take a client's bytes for a page. */
  private static final Answer.Header NO_SNIFFING =
      new Answer.Header("X-Content-Type-Options", "nosniff");

  private static final Answer.Header POLICY =
      new Answer.Header("Content-Security-Policy", ReportPage.CONTENT_SECURITY_POLICY);

  private Presentation() {}

  /** The answer about one lease: its data if it is shown, else what became of the call. */
  static Answer one(Form form, LeaseUri uri, Verdict verdict, Sight sight) {
    if (!verdict.hasBody()) {
      return new Answer(verdict.status(), verdict.reason(), List.of(), EMPTY);
    }
    Answer answer =
        switch (form) {
          case RAW -> raw(verdict, sight);
          case JSON ->
              Answer.of(verdict.status(), Answer.JSON, LeaseJson.one(uri.key(), verdict, sight));
          case TEXT ->
              Answer.text(verdict.status(), ReportText.write(Report.one(uri, verdict, sight)));
          case HTML -> page(verdict.status(), Report.one(uri, verdict, sight));
        };
    return answer.withReason(verdict.reason());
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

  private static Answer raw(Verdict verdict, Sight sight) {
    Tenure tenure = sight.tenure();
    if (verdict.equals(Verdict.EXISTS) && tenure != null) {
      Answer.Header type = new Answer.Header("Content-Type", BYTES);
      List<Answer.Header> headers = List.of(type, NO_SNIFFING);
      return new Answer(verdict.status(), verdict.reason(), headers, tenure.data().bytes());
    }
    return Answer.text(verdict.status(), Message.of(verdict, sight));
  }

  private static Answer page(int status, Report report) {
    byte[] body = ReportPage.write(report).getBytes(StandardCharsets.UTF_8);
    return with(Answer.of(status, HTML, body), List.of(NO_SNIFFING, POLICY));
  }
}
