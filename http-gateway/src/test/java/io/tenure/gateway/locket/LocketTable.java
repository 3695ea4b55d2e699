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
import io.tenure.gateway.locket.wire.FetchAllResponse;
import io.tenure.gateway.locket.wire.LocketGrpc;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

  private record Row(int line, String first, List<String> cells) {}

  private static final int COLUMNS = 6;
  private static final String TOKEN = "tenure-fencing-token";
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern LATER = Pattern.compile("([0-9.]+) s later");
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

  private final String title;
  private final List<Row> rows = new ArrayList<>();

  private LocketTable(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }

  public int size() {
    return rows.size();
  }

  /** Reads the tables of a document that is looked for in this directory and above it. */
  public static List<LocketTable> read(String document) throws IOException {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve(document))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new IOException("no " + document + " above " + Path.of("").toAbsolutePath());
      }
    }
    return parse(Files.readAllLines(directory.resolve(document), StandardCharsets.UTF_8));
  }

  private static List<LocketTable> parse(List<String> lines) {
    List<LocketTable> tables = new ArrayList<>();
    String heading = "";
    LocketTable open = null;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.startsWith("#")) {
        heading = line.replaceFirst("#+ *", "");
      }
      if (!line.startsWith("|")) {
        open = null;
      } else if (open == null && line.startsWith("| call | request | code |")) {
        open = new LocketTable(heading);
        tables.add(open);
      } else if (open != null && !line.matches("[|: -]+")) {
        open.rows.add(row(i + 1, line));
      }
    }
    return tables;
  }

  private static Row row(int number, String line) {
    String[] cells = line.substring(1).split("\\|", -1);
    if (cells.length != COLUMNS + 1) {
      throw new IllegalArgumentException("line " + number + " has not six columns: " + line);
    }
    List<String> codes = new ArrayList<>();
    for (int i = 0; i < COLUMNS; i++) {
      Matcher code = CODE.matcher(cells[i]);
      codes.add(code.find() ? code.group(1) : "");
    }
    return new Row(number, cells[0].strip(), codes);
  }

  /**
   * Makes every call and compares every answer.
   *
   * @param run up to six characters, others for every replay of any table on the same server
   */
  public void replay(Channel channel, Consumer<Duration> pass, String run) {
    Map<String, Long> tokens = new HashMap<>();
    for (Row row : rows) {
      Matcher later = LATER.matcher(row.first());
      if (later.matches()) {
        pass.accept(Duration.ofMillis(Math.round(Double.parseDouble(later.group(1)) * 1_000)));
        continue;
      }
      try {
        replay(row, channel, run, tokens);
      } catch (IOException | AssertionError e) {
        throw new AssertionError(title + ", line " + row.line() + ": " + e.getMessage(), e);
      }
    }
  }

  private static void replay(Row row, Channel channel, String run, Map<String, Long> tokens)
      throws IOException {
    String method = row.cells().get(0);
    AtomicReference<Metadata> headers = new AtomicReference<>();
    Channel listened =
        ClientInterceptors.intercept(
            channel, MetadataUtils.newCaptureMetadataInterceptor(headers, new AtomicReference<>()));
    Status status = Status.OK;
    byte[] answer = {};
    try {
      answer = unary(listened, method, request(method, fill(row.cells().get(1), run)));
    } catch (StatusRuntimeException refused) {
      status = refused.getStatus();
    }
    expect(row.cells().get(2), status.getCode().name());
    expect(row.cells().get(3), Optional.ofNullable(status.getDescription()).orElse(""));
    checkToken(row.cells().get(4), headers.get(), tokens);
    if (status.isOk()) {
      String expected = print(answerOf(method, fill(row.cells().get(5), run)));
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
    String token = headers == null ? null : headers.get(Verdict.TOKEN);
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
