package io.tenure.config;

/** A value as somebody wrote it. */
record Given(String key, String value, Origin origin) {}
