package io.tenure.kernel;

/**
 * What a caller shows to prove that a lease is its own. Every dialect has a kind of its own; here
 * alone does the kernel notice that there are several dialects.
 */
public sealed interface Proof {

  boolean covers(Claim active);

  record ByClaim(ClaimId claim) implements Proof {
    @Override
    public boolean covers(Claim active) {
      return active.id().equals(claim);
    }
  }

  record ByHolder(Holder holder) implements Proof {
    @Override
    public boolean covers(Claim active) {
      return active.holder().isSameAs(holder);
    }
  }

  record ByVersion(LeaseVersion version) implements Proof {
    @Override
    public boolean covers(Claim active) {
      return active.tenure().version().equals(version);
    }
  }

  record ByHolderAndVersion(Holder holder, LeaseVersion version) implements Proof {
    @Override
    public boolean covers(Claim active) {
      return active.holder().isSameAs(holder) && active.tenure().version().equals(version);
    }
  }
}
