package io.tenure.gateway.auth.introspection;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tenure.gateway.Authenticator;
import io.tenure.gateway.Finding;
import io.tenure.gateway.Principal;
import io.tenure.gateway.Shown;
import io.tenure.gateway.auth.KnownTokens;
import io.tenure.gateway.auth.PrincipalName;
import io.tenure.gateway.auth.ShownToken;
import io.tenure.gateway.auth.TokenHash;
import io.tenure.gateway.auth.http.Fetch;
import io.tenure.gateway.auth.http.Workers;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks an issuer about the tokens that callers show, and remembers its answers for a while. */
public final class Introspection implements Authenticator, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Introspection.class);

  private static final int MOST_KNOWN = 10_000;
  private static final Duration KNOWN = Duration.ofSeconds(30);
  private static final int THREADS = 4;
  private static final int QUEUE = 256;

  private static final Finding INACTIVE = Finding.wrong("the issuer does not accept this token");
  private static final Finding DOWN = Finding.unavailable("the issuer cannot be asked");

  private final IntrospectionOptions options;
  private final URI address;
  private final Clock clock;
  private final KnownTokens known;
  private final Workers workers = new Workers("tenure-introspection", THREADS, QUEUE);
  private final ObjectMapper json = new ObjectMapper();

  /**
   * Makes an authenticator.
   *
   * @throws IOException if the address is not one at which nobody else can answer
   */
  public Introspection(IntrospectionOptions options, Clock clock) throws IOException {
    this.options = options;
    this.address = Fetch.secure(options.url());
    this.clock = clock;
    this.known = new KnownTokens(MOST_KNOWN, clock);
  }

  @Override
  public Finding find(Shown shown) {
    Optional<String> token = ShownToken.in(shown).filter(text -> !text.isEmpty());
    if (token.isEmpty()) {
      return Finding.NOTHING;
    }
    TokenHash hash = TokenHash.of(token.get());
    return known.find(hash).orElseGet(() -> new Finding.Later(ask(token.get(), hash)));
  }

  private CompletableFuture<Finding> ask(String token, TokenHash hash) {
    return workers.ask(() -> answer(token, hash), DOWN);
  }

  private Finding answer(String token, TokenHash hash) {
    String form = "token=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    try {
      JsonNode said = json.readTree(Fetch.post(address, basic(), form));
      Finding finding = judge(said);
      known.add(hash, finding, earlier(clock.instant().plus(KNOWN), finding));
      return finding;
    } catch (JsonProcessingException noJson) {
      log.warn("{} did not answer in JSON", address);
    } catch (IOException failure) {
      log.warn("cannot ask about tokens: {}", failure.getMessage());
    }
    return DOWN;
  }

  private Finding judge(JsonNode said) {
    Instant end = said.has("exp") ? Instant.ofEpochSecond(said.get("exp").asLong()) : Instant.MAX;
    String name = said.path(options.nameField()).asText("");
    if (!said.path("active").asBoolean(false)
        || !clock.instant().isBefore(end)
        || !isForUs(said.path("aud"))
        || !PrincipalName.isValid(name)) {
      return INACTIVE;
    }
    return Finding.known(
        new Principal("oauth:" + name, texts(said.path(options.groupsField())), end));
  }

  /** An issuer that names no audience has been asked with credentials that are for us. */
  private boolean isForUs(JsonNode audience) {
    return options.audience().isEmpty()
        || audience.isMissingNode()
        || texts(audience).contains(options.audience().get());
  }

  private static Set<String> texts(JsonNode node) {
    Set<String> texts = new HashSet<>();
    if (node.isTextual()) {
      texts.add(node.asText());
    }
    node.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private static Instant earlier(Instant latest, Finding finding) {
    return finding instanceof Finding.Known found && found.principal().until().isBefore(latest)
        ? found.principal().until()
        : latest;
  }

  private String basic() {
    byte[] credentials = options.credentials().get().getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(credentials);
  }

  @Override
  public void close() {
    workers.close();
  }
}
