package io.tenure.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line stands on the library, and knows the server by its wire only. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CliArchitectureTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("io.tenure.cli");

  @Test
  void rules_are_checked_against_real_classes() {
    assertThat(CLASSES.size()).isGreaterThan(80); // an empty import would pass every rule
  }

  @Test
  void it_knows_the_library_and_the_messages_of_Locket() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            not(resideInAPackage("io.tenure.."))
                .or(
                    resideInAnyPackage(
                        "io.tenure.cli..", "io.tenure.client..", "io.tenure.gateway.locket.wire")))
        .check(CLASSES);
  }

  @ParameterizedTest
  @CsvSource({
    "io.tenure.cli.runner..,   io.tenure.cli",
    "io.tenure.cli.keychain.., io.tenure.cli",
    "io.tenure.cli.run..,      io.tenure.cli",
    "io.tenure.cli.exit..,     io.tenure.cli",
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

  /** Most commands start without gRPC on their class path; runners can be used without picocli. */
  @ParameterizedTest
  @CsvSource({
    "io.grpc..,             io.tenure.cli.runner..",
    "com.google.protobuf.., io.tenure.cli.runner..",
    "picocli..,             io.tenure.cli",
  })
  void each_library_is_known_only_where_it_belongs(String library, String owner) {
    noClasses()
        .that()
        .resideOutsideOfPackage(owner)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .check(CLASSES);
  }
}
