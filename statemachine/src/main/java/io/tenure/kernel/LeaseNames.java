package io.tenure.kernel;

import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What leases are called in the one space of names: {@code leases/<namespace>//<name>}. Neither
 * part has an empty segment, so the first two slashes in a row are where the namespace ends.
 *
 * <p>Version 0.1.0 joined both by one slash, so that {@code a/b//c} and {@code a//b/c} were the
 * same lease, {@code leases/a/b/c}. A claim never changes its resource: one that is live under an
 * earlier name keeps it until it ends, and until then it stands in the way of every lease that had
 * this name. So no lease is ever held under two names at once.
 */
public final class LeaseNames {

  /** What the names of all leases start with. */
  public static final String PREFIX = "leases/";

  private static final String BORDER = "//";

  private LeaseNames() {}

  /** The resource of a lease; both parts are {@linkplain #isPart sound}. */
  public static ResourceKey of(String namespace, String name) {
    return new ResourceKey(PREFIX + namespace + BORDER + name);
  }

  /** Whether a text can be a namespace or a name: segments with a slash between each two. */
  public static boolean isPart(String text) {
    return !text.isEmpty()
        && !text.startsWith("/")
        && !text.endsWith("/")
        && !text.contains(BORDER);
  }

  /** Whether a resource is a lease by its name, whoever holds it. */
  public static boolean isLease(ResourceKey resource) {
    int border = border(resource.name());
    return border > 0
        && isPart(resource.name().substring(PREFIX.length(), border))
        && isPart(resource.name().substring(border + BORDER.length()));
  }

  /** Where the namespace of a resource ends that is a lease; -1 if it is none. */
  public static int border(String resource) {
    return resource.startsWith(PREFIX) ? resource.indexOf(BORDER, PREFIX.length()) : -1;
  }

  /**
   * What a lease is called now that may have been acquired under its earlier name: what it is
   * counted under tells where its namespace ends. Everything else keeps its name.
   */
  public static ResourceKey present(ResourceKey resource, String countedUnder) {
    String name = resource.name();
    boolean joined =
        countedUnder.startsWith(PREFIX)
            && name.startsWith(countedUnder + "/")
            && isPart(countedUnder.substring(PREFIX.length()))
            && isPart(name.substring(countedUnder.length() + 1));
    return joined
        ? new ResourceKey(countedUnder + "/" + name.substring(countedUnder.length()))
        : resource;
  }

  /** What 0.1.0 called a lease; empty if the resource is none. */
  public static Optional<ResourceKey> earlier(ResourceKey resource) {
    if (!isLease(resource)) {
      return Optional.empty();
    }
    int border = border(resource.name());
    String name = resource.name();
    return Optional.of(new ResourceKey(name.substring(0, border) + name.substring(border + 1)));
  }

  /** The request as it may be written on a level: before the second, leases have earlier names. */
  public static Request written(Request request, int level) {
    return level >= Level.SECOND
        ? request
        : new Request(asEarlier(request.command()), request.key(), request.delivery());
  }

  private static Command asEarlier(Command command) {
    if (command instanceof Acquire wish) {
      return wish.about(earlier(wish.resource()).orElse(wish.resource()));
    }
    if (command instanceof Renew renew) {
      ResourceKey resource = earlier(renew.resource()).orElse(renew.resource());
      return new Renew(resource, renew.proof(), renew.ttl(), renew.data());
    }
    if (command instanceof Release release) {
      ResourceKey resource = earlier(release.resource()).orElse(release.resource());
      return new Release(resource, release.proof(), release.purgeData());
    }
    return command;
  }

  /**
   * The wish under the name by which it has to be judged. A node that has not heard yet of the new
   * names may still send an earlier one.
   *
   * @param holder who holds a resource now, leases that have run out aside
   */
  static Acquire settled(Acquire wish, int level, Function<ResourceKey, Optional<Claim>> holder) {
    return level < Level.SECOND
        ? wish
        : wish.about(settled(present(wish.resource(), wish.namespace()), holder));
  }

  /** The same for who proves to hold it; the earlier name of a lease may stand for several. */
  static ResourceKey settled(
      ResourceKey asked, Proof proof, int level, Function<ResourceKey, Optional<Claim>> holder) {
    if (level < Level.SECOND) {
      return asked;
    }
    if (holder.apply(asked).isEmpty()) {
      for (ResourceKey possible : possible(asked)) {
        if (holder.apply(possible).filter(proof::covers).isPresent()) {
          return possible;
        }
      }
    }
    return settled(asked, holder);
  }

  /** Under which name a resource is held, if it is. */
  static ResourceKey settled(ResourceKey asked, Function<ResourceKey, Optional<Claim>> holder) {
    return holder.apply(asked).isPresent()
        ? asked
        : earlier(asked).filter(name -> holder.apply(name).isPresent()).orElse(asked);
  }

  /** All leases that had this earlier name; none if it is not one. */
  static List<ResourceKey> possible(ResourceKey earlier) {
    List<ResourceKey> names = new ArrayList<>();
    String name = earlier.name();
    if (!name.startsWith(PREFIX) || !isPart(name.substring(PREFIX.length()))) {
      return names;
    }
    int slash = name.indexOf('/', PREFIX.length());
    while (slash > 0) {
      names.add(new ResourceKey(name.substring(0, slash) + "/" + name.substring(slash)));
      slash = name.indexOf('/', slash + 1);
    }
    return names;
  }
}
