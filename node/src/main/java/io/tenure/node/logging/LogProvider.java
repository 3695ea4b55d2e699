package io.tenure.node.logging;

import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** How SLF4J finds us. */
public final class LogProvider implements SLF4JServiceProvider {
  /** Highest version of the API that this backend was written for. */
  private static final String API_VERSION = "2.0.99";

  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter contexts = new NOPMDCAdapter();

  @Override
  public ILoggerFactory getLoggerFactory() {
    return Logging.registry();
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return contexts;
  }

  @Override
  public String getRequestedApiVersion() {
    return API_VERSION;
  }

  @Override
  public void initialize() {}
}
