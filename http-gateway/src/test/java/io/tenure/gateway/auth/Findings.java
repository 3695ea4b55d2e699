package io.tenure.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Finding;
import io.tenure.gateway.Principal;
import io.tenure.gateway.Problem;
import java.util.concurrent.TimeUnit;

/** What tests expect of findings. */
public final class Findings {

  private Findings() {}

  /** The finding, if need be after the authenticator has asked somebody. */
  public static Finding settled(Finding finding) {
    return finding instanceof Finding.Later later
        ? later.finding().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join()
        : finding;
  }

  public static Principal known(Finding finding) {
    Finding settled = settled(finding);
    assertThat(settled).isInstanceOf(Finding.Known.class);
    return ((Finding.Known) settled).principal();
  }

  public static Problem refused(Finding finding) {
    Finding settled = settled(finding);
    assertThat(settled).isInstanceOf(Finding.Refused.class);
    return ((Finding.Refused) settled).problem();
  }
}
