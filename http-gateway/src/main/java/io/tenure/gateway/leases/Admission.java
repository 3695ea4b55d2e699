package io.tenure.gateway.leases;

import io.tenure.gateway.Authenticator;
import io.tenure.gateway.Call;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;

/** Lets calls that would change something pass, or says why not. */
record Admission(Authenticator authenticator) {

  void check(Call call) {
    switch (authenticator.judge(call)) {
      case ALLOWED -> {}
      case NO_CREDENTIALS ->
          throw new ProblemException(
              Problem.of(401, "no-credentials", "who changes a lease must show credentials")
                  .with("WWW-Authenticate", "Bearer realm=\"leases\""));
      case WRONG_CREDENTIALS ->
          throw new ProblemException(
              Problem.of(403, "wrong-credentials", "these credentials do not allow it"));
    }
  }

  static ProblemException notImplemented(String methods) {
    return new ProblemException(
        Problem.of(501, "not-implemented", "only " + methods + " are known here"));
  }
}
