package io.tenure.jraft;

/**
 * The way out when this node can no longer be sure of its own state: a failed fsync, an entry that
 * cannot be applied, a corrupt store. It must stop the process, and does not return to doubt.
 */
@FunctionalInterface
public interface FailStop {

  void halt(String reason);
}
