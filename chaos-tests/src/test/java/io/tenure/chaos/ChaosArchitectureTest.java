package io.tenure.chaos;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever judges the product shares no code with it but its wire. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ChaosArchitectureTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("io.tenure.chaos");

  @Test
  void rules_are_checked_against_real_classes() {
    assertThat(CLASSES.size()).isGreaterThan(150); // an empty import would pass every rule
  }

  @Test
  void the_server_is_known_by_its_wire_only() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            not(resideInAPackage("io.tenure.."))
                .or(
                    resideInAnyPackage(
                        "io.tenure.chaos..",
                        "io.tenure.client..",
                        "io.tenure.config..",
                        "io.tenure.gateway.locket.wire..")))
        .check(CLASSES);
  }

  @ParameterizedTest
  @CsvSource({
    "io.tenure.chaos.history..,  io.tenure.chaos.checker..",
    "io.tenure.chaos.history..,  io.tenure.chaos.workload..",
    "io.tenure.chaos.checker..,  io.tenure.chaos.workload..",
    "io.tenure.chaos.checker..,  io.tenure.chaos.cluster..",
    "io.tenure.chaos.checker..,  io.tenure.chaos.nemesis..",
    "io.tenure.chaos.workload.., io.tenure.chaos.checker..",
    "io.tenure.chaos.workload.., io.tenure.chaos.nemesis..",
    "io.tenure.chaos.nemesis..,  io.tenure.chaos.workload..",
    "io.tenure.chaos.cluster..,  io.tenure.chaos.nemesis..",
    "io.tenure.chaos.report..,   io.tenure.chaos.cluster..",
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

  @ParameterizedTest
  @CsvSource({
    "org.testcontainers..,       io.tenure.chaos.cluster..",
    "com.github.dockerjava..,    io.tenure.chaos.cluster..",
    "io.grpc..,                  io.tenure.chaos.workload..",
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

  @Test
  void packages_form_no_cycles() {
    slices().matching("io.tenure.chaos.(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
