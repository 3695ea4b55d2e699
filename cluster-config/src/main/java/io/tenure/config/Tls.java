package io.tenure.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the server shows to clients, both in PEM.
 *
 * @param certificate the certificate and its chain
 * @param key the private key
 * @param clientCa who must have signed the certificates of clients; if absent, they show none
 */
public record Tls(Path certificate, Path key, Optional<Path> clientCa) {}
