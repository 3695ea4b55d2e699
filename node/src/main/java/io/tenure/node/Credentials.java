package io.tenure.node;

import io.tenure.config.Auth;
import io.tenure.config.ClusterConfig;
import io.tenure.files.FileWatch;
import io.tenure.files.PrivateFile;
import io.tenure.files.Reloaded;
import io.tenure.gateway.Admission;
import io.tenure.gateway.Authenticator;
import io.tenure.gateway.Permissions;
import io.tenure.gateway.auth.AuthenticatorChain;
import io.tenure.gateway.auth.AuthenticatorFactory;
import io.tenure.gateway.auth.CertificateName;
import io.tenure.gateway.auth.ClientCertificates;
import io.tenure.gateway.auth.ProxyHeaders;
import io.tenure.gateway.auth.StaticTokens;
import io.tenure.gateway.auth.TokenFile;
import io.tenure.gateway.auth.introspection.Introspection;
import io.tenure.gateway.auth.introspection.IntrospectionOptions;
import io.tenure.gateway.auth.jwt.JwtAuthenticator;
import io.tenure.gateway.auth.jwt.JwtOptions;
import io.tenure.gateway.auth.jwt.KeySource;
import io.tenure.gateway.auth.rules.RulePermissions;
import io.tenure.gateway.auth.rules.Rules;
import io.tenure.gateway.auth.rules.RulesFile;
import io.tenure.gateway.locket.LocketGuard;
import io.tenure.service.Leases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/** Who calls, and who may do what, as a configuration says. */
final class Credentials implements AutoCloseable {

  private final Auth auth;
  private final Path directory;
  private final boolean locketHasCertificates;
  private final FileWatch watch = FileWatch.of();
  private final List<AutoCloseable> open = new ArrayList<>(List.of(watch));
  private final Authenticator authenticator;
  private final Optional<Reloaded<Rules>> rules;

  /** Reads all files; a node that cannot read one does not start. */
  Credentials(ClusterConfig cluster, Path directory) {
    this.auth = cluster.auth();
    this.directory = directory;
    this.locketHasCertificates = cluster.locket().tls().isPresent();
    try {
      this.authenticator = auth.by().isEmpty() ? Authenticator.NONE : chain();
      this.rules =
          auth.rules().map(file -> watched("auth.rules", file, () -> RulesFile.read(file)));
    } catch (StartupException unusable) {
      close();
      throw unusable;
    }
  }

  Admission admission(Leases leases) {
    Optional<Permissions> permissions = rules.map(now -> new RulePermissions(now, leases));
    return new Admission(authenticator, permissions, auth.readsOpen());
  }

  /**
   * A Locket client that has shown a certificate needs no token, since the original's clients could
   * not send one; unless somebody looks at the names in certificates.
   */
  LocketGuard guard(Leases leases) {
    boolean byCertificateAlone =
        locketHasCertificates && auth.rules().isEmpty() && !auth.by().contains("certificate");
    return byCertificateAlone ? LocketGuard.OPEN : admission(leases)::objection;
  }

  /** Proxies are asked first: nobody else may say what they say, whatever else he shows. */
  private Authenticator chain() {
    List<Authenticator> links = new ArrayList<>();
    if (auth.by().contains("proxy")) {
      links.add(proxy(auth.proxy().orElseThrow()));
    }
    for (String name : auth.by()) {
      if (!name.equals("proxy")) {
        links.add(link(name));
      }
    }
    return links.size() == 1 ? links.get(0) : new AuthenticatorChain(links);
  }

  private Authenticator link(String name) {
    return switch (name) {
      case "tokens" -> {
        Path file = auth.tokens().orElseThrow();
        yield new StaticTokens(watched("auth.tokens", file, () -> TokenFile.read(file)));
      }
      case "jwt" -> jwt(auth.jwt().orElseThrow());
      case "introspect" -> introspection(auth.introspection().orElseThrow());
      case "certificate" -> new ClientCertificates(certificateName());
      default -> ofUser(name);
    };
  }

  private ProxyHeaders proxy(Auth.Proxy proxy) {
    return new ProxyHeaders(
        Set.copyOf(proxy.from()), proxy.nameHeader(), proxy.groupsHeader(), certificateName());
  }

  private CertificateName certificateName() {
    return CertificateName.valueOf(
        auth.certificateName().replace('-', '_').toUpperCase(Locale.ROOT));
  }

  private Authenticator jwt(Auth.Jwt jwt) {
    JwtOptions options =
        new JwtOptions(
            jwt.issuer(),
            jwt.audience(),
            Set.copyOf(jwt.algorithms()),
            jwt.nameClaim(),
            jwt.groupsClaim(),
            jwt.skew());
    return made("auth.jwt", () -> new JwtAuthenticator(options, keys(jwt)));
  }

  private static KeySource keys(Auth.Jwt jwt) throws IOException {
    if (jwt.keys().isEmpty()) {
      return KeySource.discovered(jwt.issuer());
    }
    return jwt.keysAreFile()
        ? KeySource.in(Path.of(jwt.keys().get()))
        : KeySource.at(jwt.keys().get());
  }

  private Authenticator introspection(Auth.Introspection asked) {
    Path file = asked.credentials();
    Reloaded<String> credentials = watched("auth.introspect.credentials", file, () -> secret(file));
    IntrospectionOptions options =
        new IntrospectionOptions(
            asked.url(), credentials, asked.audience(), asked.nameField(), asked.groupsField());
    return made("auth.introspect", () -> new Introspection(options, Clock.systemUTC()));
  }

  private static String secret(Path file) throws IOException {
    PrivateFile.require("credentials", file);
    String text = Files.readString(file).strip();
    if (text.indexOf(':') <= 0 || text.lines().count() != 1) {
      throw new IOException("it is not ID:SECRET in one line");
    }
    return text;
  }

  private Authenticator ofUser(String name) {
    for (AuthenticatorFactory factory : ServiceLoader.load(AuthenticatorFactory.class)) {
      if (factory.name().equals(name)) {
        return made("auth.by: " + name, () -> factory.create(directory));
      }
    }
    throw new StartupException(
        ExitCode.USAGE,
        "auth.by: there is no authenticator "
            + name
            + "; allowed: certificate, jwt, introspect, tokens, proxy, or one of your own on the"
            + " class path");
  }

  /** What may fail while it is made, and must be closed if it can be. */
  private interface Making {
    Authenticator make() throws IOException;
  }

  private Authenticator made(String setting, Making making) {
    try {
      Authenticator made = making.make();
      if (made instanceof AutoCloseable closeable) {
        open.add(closeable);
      }
      return made;
    } catch (IOException unusable) {
      throw new StartupException(ExitCode.USAGE, setting + ": " + unusable.getMessage());
    }
  }

  private <T> Reloaded<T> watched(String setting, Path file, Reloaded.Reader<T> reader) {
    try {
      Reloaded<T> files = Reloaded.read(setting, List.of(file), reader);
      watch.add(files);
      return files;
    } catch (IOException unusable) {
      throw new StartupException(
          ExitCode.USAGE, setting + ": " + file + ": " + unusable.getMessage());
    }
  }

  @Override
  @SuppressWarnings("checkstyle:IllegalCatch") // what users' own authenticators may throw
  public void close() {
    for (AutoCloseable each : open) {
      try {
        each.close();
      } catch (Exception failure) {
        throw new IllegalStateException("an authenticator cannot be closed", failure);
      }
    }
  }
}
