package io.tenure.gateway.locket;

import io.tenure.service.Leases;
import java.util.function.BooleanSupplier;

/**
 * What the server is connected to.
 *
 * @param ready whether the node can serve, for the health service; asked often, must not wait
 */
public record LocketPorts(
    Leases leases, LocketObserver observer, LocketGuard guard, BooleanSupplier ready) {

  /** Always ready, and open to everybody. */
  public static LocketPorts of(Leases leases, LocketObserver observer) {
    return new LocketPorts(leases, observer, LocketGuard.OPEN, () -> true);
  }
}
