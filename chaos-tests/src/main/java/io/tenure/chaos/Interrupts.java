package io.tenure.chaos;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ctrl-C and SIGTERM: the first asks for an orderly end, the second ends at once.
 *
 * <p>A shutdown hook would not do: it runs beside the one that takes the nodes away. The class of
 * the JDK that catches signals is called by reflection, because its name alone is a warning; where
 * it is missing, signals do what they always do.
 */
final class Interrupts {

  private static final int ENDED_BY_CTRL_C = 130;

  private Interrupts() {}

  static void handle(Runnable first) {
    AtomicInteger times = new AtomicInteger();
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getDeclaringClass() == Object.class) {
            return method.invoke(times, arguments);
          }
          if (times.getAndIncrement() == 0) {
            first.run();
          } else {
            Runtime.getRuntime().exit(ENDED_BY_CTRL_C);
          }
          return null;
        };
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(Interrupts.class.getClassLoader(), new Class<?>[] {type}, handler);
      for (String name : new String[] {"INT", "TERM"}) {
        Object each = signal.getConstructor(String.class).newInstance(name);
        signal.getMethod("handle", signal, type).invoke(null, each, proxy);
      }
    } catch (ReflectiveOperationException missing) {
      System.err.println("Ctrl-C ends this run without a report: " + missing);
    }
  }
}
