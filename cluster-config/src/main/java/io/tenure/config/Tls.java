package io.tenure.config;

import java.nio.file.Path;

/**
 * What the server shows to clients, both in PEM.
 *
 * @param certificate the certificate and its chain
 * @param key the private key
 */
public record Tls(Path certificate, Path key) {}
