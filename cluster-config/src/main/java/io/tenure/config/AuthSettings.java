package io.tenure.config;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** The settings that say who calls, and who may do what. */
final class AuthSettings {

  private static final TextType LIST =
      new TextType(
          "list", Pattern.compile("[^\\p{Cntrl}]+"), "one or several, with commas between them");
  private static final TextType WORD =
      new TextType("name", Pattern.compile("[A-Za-z0-9_.:/-]+"), "letters, digits and _.:/-");
  private static final TextType HEADER =
      new TextType("name", Pattern.compile("[A-Za-z0-9-]+"), "the name of a header");
  private static final TextType URL =
      new TextType("URL", Pattern.compile("https?://\\S+"), "https; http on this machine only");
  private static final TextType KEYS =
      new TextType("URL or file", Pattern.compile("[^\\p{Cntrl}]+"), "an https URL, or a path");

  static final Setting<String> BY =
      Setting.optional(
          "auth.by",
          LIST,
          "tokens, if auth.tokens is set",
          "Who is asked who calls: certificate, jwt, introspect, tokens, proxy, or one of your"
              + " own.");
  static final Setting<String> TOKENS =
      Setting.optional(
          "auth.tokens",
          TextType.FILE,
          "writes are open",
          "File with one token a line, which only its owner may read; read again when it changes.");
  static final Setting<String> CERTIFICATE_NAME =
      Setting.of(
          "auth.certificate.name",
          new TextType("word", Pattern.compile("san-uri|san-dns|cn"), "san-uri, san-dns or cn"),
          "san-uri",
          "Which part of a client's certificate is its name.");
  static final Setting<String> JWT_ISSUER =
      Setting.optional(
          "auth.jwt.issuer",
          URL,
          "no JWT",
          "Who signs tokens: the claim iss. Needs auth.by = jwt.");
  static final Setting<String> JWT_KEYS =
      Setting.optional(
          "auth.jwt.keys",
          KEYS,
          "by discovery",
          "Where the issuer's keys are (JWKS), if not where its own description says.");
  static final Setting<String> JWT_AUDIENCE =
      Setting.of("auth.jwt.audience", WORD, "tenure", "What must be in the claim aud.");
  static final Setting<String> JWT_ALGORITHMS =
      Setting.of(
          "auth.jwt.algorithms",
          new TextType(
              "list",
              Pattern.compile("(RS256|ES256|EdDSA)(\\s*,\\s*(RS256|ES256|EdDSA))*"),
              "of RS256, ES256 and EdDSA"),
          "RS256, ES256, EdDSA",
          "By what tokens may be signed.");
  static final Setting<String> JWT_NAME =
      Setting.of("auth.jwt.name", WORD, "sub", "The claim that names the caller.");
  static final Setting<String> JWT_GROUPS =
      Setting.of("auth.jwt.groups", WORD, "groups", "The claim that lists the caller's groups.");
  static final Setting<Duration> JWT_SKEW =
      Setting.of(
          "auth.jwt.skew",
          DurationType.between("0s", "5m"),
          "30s",
          "By how much the issuer's clock and this node's may differ.");
  static final Setting<String> INTROSPECT_URL =
      Setting.optional(
          "auth.introspect.url",
          URL,
          "nobody is asked",
          "Who is asked about tokens that say nothing by themselves. Needs auth.by = introspect.");
  static final Setting<String> INTROSPECT_CREDENTIALS =
      Setting.optional(
          "auth.introspect.credentials",
          TextType.FILE,
          "none",
          "File with ID:SECRET to show there, which only its owner may read.");
  static final Setting<String> PROXY_FROM =
      Setting.optional(
          "auth.proxy.from",
          LIST,
          "nobody",
          "Addresses, or cert:NAME, of the proxies that may say who calls; from others it is 400.");
  static final Setting<String> PROXY_NAME =
      Setting.of("auth.proxy.name", HEADER, "X-Remote-User", "The header that names the caller.");
  static final Setting<String> PROXY_GROUPS =
      Setting.of(
          "auth.proxy.groups", HEADER, "X-Remote-Groups", "The header that lists its groups.");
  static final Setting<String> RULES =
      Setting.optional(
          "auth.rules",
          TextType.FILE,
          "whoever is known may do everything",
          "File that says who may do what to which resources; read again when it changes.");
  static final Setting<String> READS =
      Setting.of(
          "auth.reads",
          new TextType("word", Pattern.compile("open|rules"), "open or rules"),
          "open",
          "Whether everybody may read, or the rules say who.");
  static final Setting<String> HOSTS =
      Setting.optional(
          "http.hosts",
          LIST,
          "the nodes' own",
          "Names of the cluster for browsers beside its nodes' hosts and localhost; * for all.");
  static final Setting<String> CLIENT_CA =
      Setting.optional(
          "http.tls.client-ca",
          TextType.FILE,
          "clients show no certificates",
          "Who must have signed a client's certificate, in PEM. Needs http.tls.certificate.");

  static final List<Setting<?>> ALL =
      List.of(
          BY,
          TOKENS,
          CERTIFICATE_NAME,
          JWT_ISSUER,
          JWT_KEYS,
          JWT_AUDIENCE,
          JWT_ALGORITHMS,
          JWT_NAME,
          JWT_GROUPS,
          JWT_SKEW,
          INTROSPECT_URL,
          INTROSPECT_CREDENTIALS,
          PROXY_FROM,
          PROXY_NAME,
          PROXY_GROUPS,
          RULES,
          READS,
          HOSTS,
          CLIENT_CA);

  private AuthSettings() {}
}
