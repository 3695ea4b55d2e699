package io.tenure;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess.AccessType;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What nobody uses, neither the product nor a test, is deleted, in all modules. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DeadCodeTest {

  /** Found by name: by the JVM, by a service file, or by picocli. */
  private static final Set<String> ENTRY_POINTS =
      Set.of(
          "io.tenure.bench.Main",
          "io.tenure.jraft.LinkRpcFactory",
          "io.tenure.jraft.QuietTimers",
          "io.tenure.node.logging.LogProvider");

  /** Of these only constants are used, which the compiler copies. */
  private static final Set<String> ONLY_CONSTANTS =
      Set.of(
          "io.tenure.chaos.history.Field",
          "io.tenure.chaos.history.Field$Result",
          "io.tenure.cli.exit.ExitCode",
          "io.tenure.kernel.Level",
          "io.tenure.node.ExitCode");

  private static final Pattern WORD = Pattern.compile("\\w+");

  private static final JavaClasses CLASSES =
      new ClassFileImporter().importPaths(TidyTest.modules().flatMap(DeadCodeTest::built).toList());

  private static Stream<Path> built(Path module) {
    Path classes = module.resolve("build/classes/java");
    return Stream.of(classes.resolve("main"), classes.resolve("test"));
  }

  @Test
  void the_classes_of_all_modules_are_looked_at() {
    for (Path module : TidyTest.modules().toList()) {
      assertThat(mainClasses().map(DeadCodeTest::fileOf))
          .anyMatch(file -> file.contains("/" + module.getFileName() + "/build/"));
    }
  }

  @Test
  void every_class_is_used() {
    assertThat(
            mainClasses()
                .filter(
                    type ->
                        type.getDirectDependenciesToSelf().stream()
                            .allMatch(use -> isWithin(use.getOriginClass(), type)))
                .map(JavaClass::getName)
                .filter(name -> !ENTRY_POINTS.contains(name) && !ONLY_CONSTANTS.contains(name)))
        .isEmpty();
  }

  @Test
  void every_method_is_called() {
    assertThat(
            mainClasses()
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> !isCalled(method) && !isCalledByOthers(method))
                .map(JavaMethod::getFullName))
        .isEmpty();
  }

  @Test
  void every_constructor_is_called() {
    assertThat(
            mainClasses()
                .filter(type -> !type.isEnum() && !type.isRecord())
                .filter(type -> !ENTRY_POINTS.contains(type.getName()))
                .flatMap(type -> type.getConstructors().stream())
                .filter(made -> !isCalled(made) && !keepsOthersFromMakingOne(made))
                .map(JavaCodeUnit::getFullName))
        .containsExactlyInAnyOrder(
            "io.tenure.cli.ClaimStatuses.<init>()", // by picocli, as all of these
            "io.tenure.cli.CompletionCommand$Shells.<init>()",
            "io.tenure.cli.EventKinds.<init>()",
            "io.tenure.node.Version.<init>()");
  }

  @Test
  void every_field_is_read() {
    assertThat(
            mainClasses()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> !isRead(field) && !isConstant(field) && !isOfRecord(field))
                .map(JavaField::getFullName))
        .containsExactly("io.tenure.chaos.ChaosOptions.help"); // by picocli
  }

  /** By their names, because the compiler copies them to where they are used. */
  @Test
  void every_constant_is_used() throws IOException {
    Map<String, Long> everywhere = words(TidyTest.texts("src/main", "src/test"));
    Pattern constant = Pattern.compile("(?m)^ *([\\w ]*)static final [^=;(]* (\\w+) =");
    Set<String> unused = new TreeSet<>();
    for (String source : TidyTest.texts("src/main")) {
      Map<String, Long> here = words(List.of(source));
      for (Matcher found = constant.matcher(source); found.find(); ) {
        boolean isPrivate = found.group(1).contains("private");
        if ((isPrivate ? here : everywhere).get(found.group(2)) == 1) {
          unused.add(found.group(2));
        }
      }
    }
    assertThat(unused).containsExactly("serialVersionUID"); // for the JVM
  }

  private static Map<String, Long> words(List<String> texts) {
    return texts.stream()
        .flatMap(text -> WORD.matcher(text).results())
        .collect(Collectors.groupingBy(MatchResult::group, Collectors.counting()));
  }

  private static Stream<JavaClass> mainClasses() {
    return CLASSES.stream()
        .filter(type -> fileOf(type).contains("/java/main/"))
        .filter(type -> !type.getSimpleName().equals("package-info"))
        .filter(type -> !isSynthetic(type.getModifiers()));
  }

  private static String fileOf(JavaClass type) {
    return type.getSource().map(source -> source.getUri().toString()).orElse("");
  }

  private static boolean isWithin(JavaClass inner, JavaClass outer) {
    return inner.equals(outer)
        || inner.getEnclosingClass().filter(around -> isWithin(around, outer)).isPresent();
  }

  private static boolean isSynthetic(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.SYNTHETIC) || modifiers.contains(JavaModifier.BRIDGE);
  }

  /** Also as a reference; a call from within itself does not count. */
  private static boolean isCalled(JavaCodeUnit unit) {
    return isSynthetic(unit.getModifiers())
        || unit.getAccessesToSelf().stream().anyMatch(use -> !use.getOrigin().equals(unit));
  }

  /** By the language, by a library through a type of its own, or by picocli. */
  private static boolean isCalledByOthers(JavaMethod method) {
    JavaClass owner = method.getOwner();
    boolean ofEnum = owner.isEnum() && List.of("values", "valueOf").contains(method.getName());
    return ofEnum
        || method.getName().equals("main")
        || (owner.isRecord() && owner.tryGetField(method.getName()).isPresent())
        || method.getAnnotations().stream()
            .anyMatch(mark -> mark.getRawType().getPackageName().equals("picocli"))
        || overrides(method);
  }

  private static boolean overrides(JavaMethod method) {
    JavaClass owner = method.getOwner();
    return Stream.concat(
            owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
        .anyMatch(above -> declares(above, method));
  }

  /** Of a type that is not on the class path nothing is known, so it may. */
  private static boolean declares(JavaClass type, JavaMethod method) {
    int parameters = method.getRawParameterTypes().size();
    return type.getMethods().stream()
            .anyMatch(
                each ->
                    each.getName().equals(method.getName())
                        && each.getRawParameterTypes().size() == parameters)
        || (type.getSource().isEmpty() && type.getMethods().isEmpty());
  }

  private static boolean keepsOthersFromMakingOne(JavaCodeUnit made) {
    return made.getModifiers().contains(JavaModifier.PRIVATE)
        && made.getRawParameterTypes().isEmpty();
  }

  private static boolean isRead(JavaField field) {
    return field.getAccessesToSelf().stream()
        .anyMatch(use -> use.getAccessType() == AccessType.GET);
  }

  private static boolean isConstant(JavaField field) {
    Set<JavaModifier> modifiers = field.getModifiers();
    return modifiers.contains(JavaModifier.SYNTHETIC)
        || (modifiers.contains(JavaModifier.STATIC) && modifiers.contains(JavaModifier.FINAL));
  }

  /** Its value is part of what a record is, if nothing else. */
  private static boolean isOfRecord(JavaMember field) {
    return field.getOwner().isRecord();
  }
}
