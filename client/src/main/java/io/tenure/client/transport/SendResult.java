package io.tenure.client.transport;

/** What came of a request: an answer, or none. */
public sealed interface SendResult permits HttpAnswer, NoAnswer {}
