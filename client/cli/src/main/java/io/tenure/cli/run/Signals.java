package io.tenure.cli.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;

/**
 * Signals that a program gets to see. The JVM has no other way than {@code sun.misc.Signal}, which
 * the compiler does not want to be named; {@code QUIT} it keeps for itself.
 */
public final class Signals {

  /** The signals that ask a process to do something, or to end. */
  public static final List<String> ALL = List.of("HUP", "INT", "TERM", "USR1", "USR2");

  /** The signals that ask a process to end. */
  public static final List<String> ENDING = List.of("HUP", "INT", "TERM");

  private Signals() {}

  /** Tells of these signals from now on; those that the JVM does not give away stay as they are. */
  public static void listen(List<String> names, Consumer<String> listener) {
    names.forEach(name -> handle(name, listener));
  }

  /** Gives a signal its usual effect. */
  static void reset(String name) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object usual = handler.getField("SIG_DFL").get(null);
      type.getMethod("handle", type, handler).invoke(null, signal(type, name), usual);
    } catch (ReflectiveOperationException unavailable) {
      throw new IllegalStateException(unavailable);
    }
  }

  /** The number of a signal of {@link #ALL}, the same on all systems that have them. */
  public static int number(String name) {
    return switch (name) {
      case "HUP" -> 1;
      case "INT" -> 2;
      case "USR1" -> 10;
      case "USR2" -> 12;
      default -> 15;
    };
  }

  private static void handle(String name, Consumer<String> listener) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  listener.accept(name);
                }
                return method.getReturnType() == int.class ? (Object) name.hashCode() : null;
              });
      type.getMethod("handle", type, handler).invoke(null, signal(type, name), proxy);
    } catch (InvocationTargetException taken) {
      if (!(taken.getCause() instanceof IllegalArgumentException)) {
        throw new IllegalStateException(taken);
      }
    } catch (ReflectiveOperationException unavailable) {
      throw new IllegalStateException(unavailable);
    }
  }

  private static Object signal(Class<?> type, String name) throws ReflectiveOperationException {
    return type.getConstructor(String.class).newInstance(name);
  }
}
