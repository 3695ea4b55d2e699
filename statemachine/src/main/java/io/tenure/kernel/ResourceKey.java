package io.tenure.kernel;

/** Names the one thing that at most one holder may lease at a time, in any dialect. */
public record ResourceKey(String name) implements Comparable<ResourceKey> {

  public ResourceKey {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a resource needs a name");
    }
  }

  @Override
  public int compareTo(ResourceKey other) {
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
