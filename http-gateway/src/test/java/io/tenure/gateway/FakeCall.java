package io.tenure.gateway;

import io.tenure.service.Caller;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A call that came over no wire; its answer is delivered at once, on the thread that has it. */
public final class FakeCall implements Call {

  public static final String ORIGIN = "http://tenure.test:8081";

  private final String method;
  private final String uri;
  private final byte[] body;
  private final List<Answer.Header> headers;

  private FakeCall(String method, String uri, byte[] body, List<Answer.Header> headers) {
    this.method = method;
    this.uri = uri;
    this.body = body;
    this.headers = headers;
  }

  public static FakeCall of(String method, String uri) {
    return new FakeCall(method, uri, new byte[0], List.of());
  }

  public FakeCall body(String text) {
    return body(text.getBytes(StandardCharsets.UTF_8));
  }

  public FakeCall body(byte[] bytes) {
    return new FakeCall(method, uri, bytes, headers);
  }

  public FakeCall header(String name, String value) {
    List<Answer.Header> more = new ArrayList<>(headers);
    more.add(new Answer.Header(name, value));
    return new FakeCall(method, uri, body, more);
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String rawPath() {
    int question = uri.indexOf('?');
    return question < 0 ? uri : uri.substring(0, question);
  }

  @Override
  public Optional<String> rawQuery() {
    int question = uri.indexOf('?');
    return question < 0 ? Optional.empty() : Optional.of(uri.substring(question + 1));
  }

  @Override
  public Optional<String> header(String name) {
    return headers(name).stream().findFirst();
  }

  @Override
  public List<String> headers(String name) {
    return headers.stream()
        .filter(header -> header.name().equalsIgnoreCase(name))
        .map(Answer.Header::value)
        .toList();
  }

  @Override
  public byte[] body() {
    return body;
  }

  @Override
  public String peer() {
    return "192.0.2.7";
  }

  @Override
  public String origin() {
    return ORIGIN;
  }

  @Override
  public Caller caller() {
    return new Caller(Runnable::run, System.nanoTime() + 10_000_000_000L);
  }
}
