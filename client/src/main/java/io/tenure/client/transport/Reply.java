package io.tenure.client.transport;

/** What came of a request: an answer, or none. */
public sealed interface Reply permits Answer, NoAnswer {}
