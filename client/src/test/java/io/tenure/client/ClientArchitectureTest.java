package io.tenure.client;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client is a world of its own: it knows the server's wire, and nothing else of it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClientArchitectureTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("io.tenure.client");

  @Test
  void rules_are_checked_against_real_classes() {
    assertThat(CLASSES.size()).isGreaterThan(90); // an empty import would pass every rule
  }

  @Test
  void no_class_of_the_server_is_known() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.tenure.kernel..",
            "io.tenure.codec..",
            "io.tenure.store..",
            "io.tenure.service..",
            "io.tenure.replication..",
            "io.tenure.node..",
            "io.tenure.config..",
            "io.tenure.chaos..")
        .check(CLASSES);
  }

  @ParameterizedTest
  @CsvSource({
    "io.tenure.client.transport.., io.tenure.client.machine..",
    "io.tenure.client.machine..,   io.tenure.client",
  })
  void arrows_point_one_way(String from, String to) {
    noClasses()
        .that()
        .resideInAPackage(from)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(to)
        .check(CLASSES);
  }

  /** Whoever uses the library gets Jackson with it, and nothing else. */
  @Test
  void the_library_needs_Jackson_and_the_language() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "io.tenure.client..",
                "java..",
                "javax.net..",
                "com.fasterxml.jackson..",
                "org.jspecify.."))
        .check(CLASSES);
  }

  /** The engine's packages are public for the command line; the library is what users see. */
  @Test
  void the_library_has_few_public_types() {
    assertThat(
            CLASSES.stream()
                .filter(type -> type.getPackageName().equals("io.tenure.client"))
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().isEmpty()))
        .hasSizeBetween(20, 27);
  }

  @Test
  void packages_form_no_cycles() {
    slices().matching("io.tenure.client.(*)").should().beFreeOfCycles().check(CLASSES);
  }
}
