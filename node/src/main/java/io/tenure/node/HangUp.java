package io.tenure.node;

import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signal SIGHUP, by which daemons are told to read their files again; Java would end. Java has
 * no public way to hear of signals, so this goes through the class that all JDKs have for it.
 */
final class HangUp {
  private static final Logger log = LoggerFactory.getLogger(HangUp.class);

  private HangUp() {}

  /** Calls back at every SIGHUP from now on, on a thread of its own. */
  static void call(Runnable reload) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object receiver =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  reload.run();
                }
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), receiver);
    } catch (ReflectiveOperationException unheard) {
      log.warn("SIGHUP ends this node, since this Java cannot handle it", unheard);
    }
  }
}
