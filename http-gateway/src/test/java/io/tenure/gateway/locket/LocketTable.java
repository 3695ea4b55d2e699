package io.tenure.gateway.locket;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.tenure.gateway.DocumentTable;
import io.tenure.gateway.DocumentTable.Row;
import io.tenure.gateway.locket.wire.FetchAllResponse;
import io.tenure.gateway.locket.wire.LocketGrpc;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of calls and answers in a document, which can be replayed against any server.
 *
 * <p>Such a table has six columns: the call, its request, the code and the message of its status,
 * the metadata and the message of its answer. Messages are in protobuf's text format; a request
 * that starts with {@code hex} is sent as these bytes. Only what stands in backticks counts. {@code
 * {run}} is a word that differs with every replay, {@code {x*3}} is {@code xxx}, and {@code {name}}
 * in the metadata is a number that is the same wherever it stands; {@code {name} > {other}} says
 * that it is larger than the other. A row whose first cell reads {@code 0.5 s later} lets time
 * pass. Of a list only the resources whose keys end in the run's word count.
 */
public final class LocketTable {

  private static final String TOKEN = "tenure-fencing-token";
  private static final Pattern REPEAT = Pattern.compile("\\{(.)\\*([0-9]+)\\}");
  private static final Pattern LARGER = Pattern.compile(TOKEN + ": (\\{\\w+\\})( > (\\{\\w+\\}))?");

  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private final DocumentTable table;

  private LocketTable(DocumentTable table) {
    this.table = table;
  }

  public String title() {
    return table.title();
  }

  public int size() {
    return table.rows().size();
  }

  /** Reads the tables of a document that is looked for in this directory and above it. */
  public static List<LocketTable> read(String document) throws IOException {
    return DocumentTable.parse(DocumentTable.lines(document), "call").stream()
        .map(LocketTable::new)
        .toList();
  }

  /**
   * Makes every call and compares every answer.
   *
   * @param run up to six characters, others for every replay of any table on the same server
   */
  public void replay(Channel channel, Consumer<Duration> pass, String run) {
    Map<String, Long> tokens = new HashMap<>();
    for (Row row : table.rows()) {
      row.pause().ifPresentOrElse(pass, () -> replayNext(row, channel, run, tokens));
    }
  }

  private void replayNext(Row row, Channel channel, String run, Map<String, Long> tokens) {
    try {
      replay(row, channel, run, tokens);
    } catch (IOException | AssertionError e) {
      throw new AssertionError(title() + ", line " + row.line() + ": " + e.getMessage(), e);
    }
  }

  private static void replay(Row row, Channel channel, String run, Map<String, Long> tokens)
      throws IOException {
    String method = row.text(0);
    AtomicReference<Metadata> headers = new AtomicReference<>();
    Channel listened =
        ClientInterceptors.intercept(
            channel, MetadataUtils.newCaptureMetadataInterceptor(headers, new AtomicReference<>()));
    Status status = Status.OK;
    byte[] answer = {};
    try {
      answer = unary(listened, method, request(method, fill(row.text(1), run)));
    } catch (StatusRuntimeException refused) {
      status = refused.getStatus();
    }
    expect(row.text(2), status.getCode().name());
    expect(row.text(3), Optional.ofNullable(status.getDescription()).orElse(""));
    checkToken(row.text(4), headers.get(), tokens);
    if (status.isOk()) {
      String expected = print(answerOf(method, fill(row.text(5), run)));
      expect(
          expected, print(ofRun(type(method, false).parse(new ByteArrayInputStream(answer)), run)));
    }
  }

  private static void expect(String expected, String actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError("expected: " + expected + "\nbut was: " + actual);
    }
  }

  private static void checkToken(String expected, Metadata headers, Map<String, Long> tokens) {
    String token = headers == null ? null : headers.get(LocketAnswer.TOKEN);
    if (expected.isEmpty()) {
      expect("no token", token == null ? "no token" : token);
      return;
    }
    Matcher name = LARGER.matcher(expected);
    if (!name.matches() || token == null) {
      throw new AssertionError(expected + " but found " + token);
    }
    long known = tokens.computeIfAbsent(name.group(1), first -> Long.valueOf(token));
    expect(Long.toString(known), token);
    if (name.group(3) != null && known <= tokens.get(name.group(3))) {
      throw new AssertionError(expected + ": " + tokens);
    }
  }

  private static String fill(String text, String run) {
    return REPEAT
        .matcher(text.replace("{run}", run))
        .replaceAll(each -> each.group(1).repeat(Integer.parseInt(each.group(2))));
  }

  private static byte[] request(String method, String text) throws IOException {
    if (text.startsWith("hex ")) {
      return HexFormat.of().parseHex(text.substring(4).replace(" ", ""));
    }
    if (known(method).isEmpty()) {
      return new byte[0];
    }
    return merged(type(method, true).getMessagePrototype(), text).toByteArray();
  }

  private static Message answerOf(String method, String text) throws IOException {
    return merged(type(method, false).getMessagePrototype(), text);
  }

  private static Message merged(Message prototype, String text) throws IOException {
    Message.Builder message = prototype.newBuilderForType();
    TextFormat.merge(text, message);
    return message.build();
  }

  private static String print(Message message) {
    return TextFormat.printer().escapingNonAscii(false).printToString(message);
  }

  private static Message ofRun(Message answer, String run) {
    if (!(answer instanceof FetchAllResponse all)) {
      return answer;
    }
    FetchAllResponse.Builder own = FetchAllResponse.newBuilder();
    all.getResourcesList().stream()
        .filter(each -> each.getKey().endsWith("-" + run))
        .forEach(own::addResources);
    return own.build();
  }

  private static Optional<MethodDescriptor<?, ?>> known(String method) {
    return LocketGrpc.getServiceDescriptor().getMethods().stream()
        .filter(each -> method.equals(each.getBareMethodName()))
        .findFirst();
  }

  @SuppressWarnings("unchecked") // all messages of the generated methods are protobuf's
  private static PrototypeMarshaller<Message> type(String method, boolean request) {
    MethodDescriptor<?, ?> known = known(method).orElseThrow();
    return (PrototypeMarshaller<Message>)
        (request ? known.getRequestMarshaller() : known.getResponseMarshaller());
  }

  /** Makes a call with any bytes; fails with the status if it is refused. */
  static byte[] call(Channel channel, String method, byte[] request) {
    return unary(channel, method, request);
  }

  private static byte[] unary(Channel channel, String method, byte[] request) {
    MethodDescriptor<byte[], byte[]> descriptor =
        MethodDescriptor.newBuilder(BYTES, BYTES)
            .setType(MethodType.UNARY)
            .setFullMethodName("models.Locket/" + method)
            .build();
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS);
    return ClientCalls.blockingUnaryCall(channel, descriptor, options, request);
  }
}
