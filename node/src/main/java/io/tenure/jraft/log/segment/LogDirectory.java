package io.tenure.jraft.log.segment;

import java.io.IOException;
import java.util.List;

/**
 * Where the files of a log are. Files that were made, renamed or deleted are so after a crash only
 * if {@link #sync} has returned since.
 */
public interface LogDirectory {

  /** The names of all files. */
  List<String> names() throws IOException;

  /** Makes a file, empty; one of that name must not be there. */
  LogFile create(String name) throws IOException;

  LogFile open(String name) throws IOException;

  /** Renames a file at once, in the place of one that has the new name. */
  void rename(String from, String to) throws IOException;

  void delete(String name) throws IOException;

  void sync() throws IOException;
}
