package io.tenure;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.tenure.store.StateStore;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The layers of ARCHITECTURE.md, as rules that the build checks. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ArchitectureTest {

  /** Of the server; the client is only here to be tested, and is its own world. */
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .withImportOption(location -> !location.contains("/io/tenure/client/"))
          .importPackages("io.tenure");

  @Test
  void rules_are_checked_against_real_classes() {
    assertThat(CLASSES.size()).isGreaterThan(250); // an empty import would pass every rule
  }

  @Test
  void the_kernel_depends_on_nothing_but_the_language() {
    classes()
        .that()
        .resideInAPackage("..kernel..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "io.tenure.kernel..",
                "java.lang..",
                "java.util",
                "java.util.function",
                "java.util.stream",
                "org.jspecify.annotations"))
        .check(CLASSES);
  }

  @Test
  void kernel_and_replication_ask_nothing_of_time_chance_or_threads() {
    noClasses()
        .that()
        .resideInAnyPackage("..kernel..", "io.tenure.replication..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Random.class, UUID.class, Thread.class)
        .orShould()
        .callMethodWhere(
            target(nameMatching("now|currentTimeMillis|nanoTime|identityHashCode|random"))
                .and(target(owner(resideInAnyPackage("java.lang", "java.time")))))
        .check(CLASSES);
  }

  /** Futures are how calls end; whoever drives the core decides where and when. */
  @Test
  void replication_is_passive() {
    classes()
        .that()
        .resideInAPackage("io.tenure.replication..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "io.tenure.replication..",
                    "io.tenure.kernel..",
                    "io.tenure.codec..",
                    "io.tenure.service..",
                    "java.lang..",
                    "java.util",
                    "java.util.function",
                    "java.util.stream",
                    "org.jspecify.annotations")
                .or(type(StateStore.class))
                .or(type(CompletableFuture.class))
                .or(type(Executor.class)))
        .check(CLASSES);
  }

  /** {@code Map.of} and {@code Set.of} too: each JVM walks them in an order of its own. */
  @Test
  void the_kernel_keeps_nothing_in_collections_without_an_order() {
    noClasses()
        .that()
        .resideInAPackage("..kernel..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(HashMap.class, HashSet.class)
        .orShould()
        .callMethodWhere(
            target(nameMatching("of|ofEntries|copyOf"))
                .and(target(owner(type(Map.class).or(type(Set.class))))))
        .orShould()
        .callMethodWhere(
            target(nameMatching("toSet|toMap|groupingBy|toUnmodifiable(Set|Map)"))
                .and(target(owner(type(Collectors.class)))))
        .check(CLASSES);
  }

  @Test
  void the_kernel_has_no_floating_point_in_its_state() {
    noClasses()
        .that()
        .resideInAPackage("..kernel..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(double.class, float.class, Double.class, Float.class)
        .check(CLASSES);
  }

  /** So that they can be tested alone, against a disk that loses power. */
  @Test
  void the_files_of_the_raft_log_know_nothing_of_raft() {
    classes()
        .that()
        .resideInAPackage("io.tenure.jraft.log.segment..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "io.tenure.jraft.log.segment..",
                "java..",
                "org.slf4j..",
                "org.jspecify.annotations"))
        .check(CLASSES);
  }

  @ParameterizedTest
  @CsvSource({
    "com.alipay.sofa.jraft.., io.tenure.jraft..",
    "org.rocksdb..,           io.tenure.store..",
    "io.netty..,              io.tenure.[gateway.netty|gateway.locket|link]..",
    "io.grpc..,               io.tenure.gateway.locket..",
    "io.micrometer..,         io.tenure.node.metrics..",
    "org.bouncycastle..,      io.tenure.node.certs..",
    "com.nimbusds..,          io.tenure.gateway.auth.jwt..",
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

  @ParameterizedTest
  @CsvSource({
    "io.tenure.kernel..,  io.tenure.codec..",
    "io.tenure.codec..,   io.tenure.store..",
    "io.tenure.store..,   io.tenure.service..",
    "io.tenure.service.., io.tenure.codec..",
    "io.tenure.service.., io.tenure.store..",
    "io.tenure.store..,   io.tenure.gateway..",
    "io.tenure.jraft..,   io.tenure.gateway..",
    "io.tenure.link..,    io.tenure.jraft..",
    "io.tenure.link..,    io.tenure.gateway..",
    "io.tenure.link..,    io.tenure.kernel..",
    "io.tenure.pem..,     io.tenure.gateway..",
    "io.tenure.jraft.log.., io.tenure.jraft",
    "io.tenure.jraft.log.., io.tenure.replication..",
    "io.tenure.gateway.., io.tenure.store..",
    "io.tenure.gateway.., io.tenure.codec..",
    "io.tenure.gateway.., io.tenure.node..",
    "io.tenure.config..,  io.tenure.node..",
    "io.tenure.config..,  io.tenure.kernel..",
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

  @Test
  void dialects_do_not_know_each_other() {
    slices()
        .matching(
            "io.tenure.gateway."
                + "(claims|leases|locks|locket|admin|resources|events|renewals|openapi)..")
        .should()
        .notDependOnEachOther()
        .check(CLASSES);
  }

  @Test
  void packages_form_no_cycles() {
    slices().matching("io.tenure.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  /** Nothing that a peer sends may become an object by itself. */
  @Test
  void nobody_reads_serialized_objects() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.ObjectInputStream")
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage("com.caucho..")
        .check(CLASSES);
  }
}
