package io.tenure.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command, result and event finds its own method of a handler. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DispatchTest {

  @ParameterizedTest
  @MethodSource("permittedTypes")
  void reaches_the_handler_method_for_its_type(Class<?> base, Class<?> type)
      throws ReflectiveOperationException {
    Class<?> handler = Class.forName(base.getName() + "$Handler");
    List<Class<?>> reached = new ArrayList<>();
    Object recorder =
        Proxy.newProxyInstance(
            handler.getClassLoader(),
            new Class<?>[] {handler},
            (proxy, method, arguments) -> {
              reached.add(method.getParameterTypes()[0]);
              return null;
            });

    base.getMethod("dispatch", handler).invoke(blank(type), recorder);

    assertThat(reached).isEqualTo(List.of(type));
  }

  static Stream<Object[]> permittedTypes() {
    return Stream.of(Command.class, Result.class, Event.class)
        .flatMap(base -> records(base).map(type -> new Object[] {base, type}));
  }

  /** A sealed type may permit others that are sealed. */
  private static Stream<Class<?>> records(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(DispatchTest::records)
        : Stream.of(type);
  }

  private static Object blank(Class<?> type) throws ReflectiveOperationException {
    Class<?>[] types =
        Stream.of(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    @Nullable Object[] blanks = Stream.of(types).map(DispatchTest::blankOf).toArray();
    try {
      return type.getDeclaredConstructor(types).newInstance(blanks);
    } catch (InvocationTargetException refused) {
      throw new AssertionError(type + " has no blank", refused);
    }
  }

  private static @Nullable Object blankOf(Class<?> type) {
    if (type == boolean.class) {
      return false;
    }
    if (type == Ttl.class) {
      return Scenario.TTL;
    }
    if (type == int.class) {
      return Level.FIRST;
    }
    return type.isPrimitive() ? 0 : null;
  }
}
