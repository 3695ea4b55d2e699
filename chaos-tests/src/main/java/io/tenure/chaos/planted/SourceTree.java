package io.tenure.chaos.planted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The source tree of the product, with the files of the bugs. */
public final class SourceTree {

  private static final String BUGS = "chaos-tests/planted";
  private static final String ENDING = ".patch";

  private final Path root;

  private SourceTree(Path root) {
    this.root = root;
  }

  /** Looks for it in a place and in all above: the distribution, and the current directory. */
  public static SourceTree find(Path... places) {
    return Stream.of(places)
        .flatMap(SourceTree::upwards)
        .filter(place -> Files.isDirectory(place.resolve(BUGS)))
        .findFirst()
        .map(SourceTree::new)
        .orElseThrow(() -> new PlantException("bugs can be planted in a source tree only"));
  }

  private static Stream<Path> upwards(Path place) {
    return Stream.iterate(
            Optional.of(place.toAbsolutePath().normalize()),
            Optional::isPresent,
            each -> each.map(Path::getParent))
        .flatMap(Optional::stream);
  }

  public List<PlantedBug> bugs() {
    try (Stream<Path> files = Files.list(root.resolve(BUGS))) {
      return files
          .filter(file -> file.toString().endsWith(ENDING))
          .sorted()
          .map(SourceTree::read)
          .toList();
    } catch (IOException e) {
      throw new PlantException("cannot read the bugs", e);
    }
  }

  public PlantedBug bug(String name) {
    List<PlantedBug> all = bugs();
    return all.stream()
        .filter(bug -> bug.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new PlantException("no bug is named " + name + ", but these: " + all));
  }

  String source(String file) {
    try {
      return Files.readString(root.resolve(file));
    } catch (IOException e) {
      throw new PlantException("cannot read the source " + file, e);
    }
  }

  private static PlantedBug read(Path file) {
    String fileName = file.getFileName().toString();
    try {
      String name = fileName.substring(0, fileName.length() - ENDING.length());
      return PlantedBug.parse(name, Files.readAllLines(file));
    } catch (IOException e) {
      throw new PlantException("cannot read " + file, e);
    }
  }
}
