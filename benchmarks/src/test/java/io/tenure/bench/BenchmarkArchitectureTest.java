package io.tenure.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The benchmark knows the wires of all that it compares, and no code of any of them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarkArchitectureTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("io.tenure.bench");

  @Test
  void rules_are_checked_against_real_classes() {
    assertThat(CLASSES.size()).isGreaterThan(80); // an empty import would pass every rule
  }

  @Test
  void it_depends_on_nothing_else_of_ours_and_on_no_client_of_a_peer() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.tenure.client..",
            "io.tenure.kernel..",
            "io.tenure.codec..",
            "io.tenure.gateway..",
            "io.tenure.node..",
            "org.apache.zookeeper..",
            "io.etcd..")
        .check(CLASSES);
  }

  @Test
  void clusters_and_load_do_not_know_each_other() {
    slices().matching("io.tenure.bench.(*)..").should().notDependOnEachOther().check(CLASSES);
  }
}
