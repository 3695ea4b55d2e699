package io.tenure.gateway.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.service.Caller;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection. Requests are read while there is room among those that wait for their
 * answers and the client takes what is sent to it; answers leave in the order of the requests, in
 * whatever order they are found. The last answer is followed by a {@link LingeringClose}, or by an
 * {@link OpenBody} if it goes on.
 */
final class Connection extends ChannelInboundHandlerAdapter {

  private enum State {
    READING,
    /** No more requests are read; answers are owed. */
    LAST_REQUEST_READ,
    /** No more answers are owed; they may be on their way. */
    ENDED
  }

  private static final Logger log = LoggerFactory.getLogger(Connection.class);

  /** How much later than the deadline the server gives up, so that a better answer comes first. */
  private static final long OVERTIME_NANOS = Duration.ofMillis(500).toNanos();

  private static final Answer SERVER_OPTIONS = Answer.empty(204);

  private final Loop loop;
  private final Channel channel;
  private final WireCall.Ends ends;
  private final RequestReader reader;
  private final AnswerQueue answers;
  private final ConnectionClock clock;
  private final boolean turnAway;
  private State state = State.READING;
  private int place = -1;

  /** Within a batch of reads, after which there is a flush anyway. */
  private boolean inBatch;

  private boolean flushSoon;
  private boolean pumping;
  private boolean paused;
  private boolean inputEnded;

  /**
   * Makes a connection.
   *
   * @param turnAway whether the client is told at once that there are too many
   */
  Connection(Loop loop, Channel channel, WireCall.Ends ends, boolean turnAway) {
    this.turnAway = turnAway;
    this.loop = loop;
    this.channel = channel;
    this.ends = ends;
    this.reader = new RequestReader(loop.limits(), loop.gateway()::bodyLimit);
    this.answers = new AnswerQueue(channel, loop);
    this.clock = new ConnectionClock(loop.limits());
  }

  /** Where the loop keeps this connection. */
  int place() {
    return place;
  }

  void moveTo(int newPlace) {
    place = newPlace;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    loop.add(this);
    if (turnAway) {
      String detail = "connection limit reached";
      refuse(Problem.of(503, "too-many-connections", detail).with("Retry-After", "1"));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    if (state != State.READING) {
      bytes.release();
      return;
    }
    inBatch = true;
    if (!reader.isAmidRequest()) {
      clock.startReading();
    }
    reader.feed(channel.alloc(), bytes);
    pump();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    inBatch = false;
    flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (channel.isWritable()) {
      pump();
    } else {
      clock.startBlock();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      inputEnded = true;
      pump();
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    enter(State.ENDED);
    if (place >= 0) {
      loop.remove(this);
    }
    reader.release();
    answers.release();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(cause);
  }

  /** Ends the connection at once, for a reason that the client cannot be told. */
  void fail(Throwable cause) {
    if (cause instanceof IOException || cause.getCause() instanceof IOException) {
      log.debug("connection of {} failed", ends.peer(), cause);
    } else {
      log.warn("connection of {} failed", ends.peer(), cause);
    }
    channel.close();
  }

  /** Refuses the request that is being read, or the whole connection, and ends with it. */
  void refuse(Problem problem) {
    Exchange exchange = new Exchange(reader.method().equals("HEAD"), false, true);
    answers.add(exchange);
    enter(State.LAST_REQUEST_READ);
    reader
        .head()
        .ifPresentOrElse(
            head -> refuse(problem, head, exchange),
            () ->
                settle(
                    exchange, loop.gateway().refuse(reader.method(), reader.rawPath(), problem)));
  }

  private void refuse(Problem problem, RequestHead head, Exchange exchange) {
    clock.startReading(); // however late the body is, there is time for the answer
    WireCall call = call(head, RequestReader.NO_BODY, 0);
    await(call, loop.gateway().refuse(call, problem), exchange);
  }

  /** Sends what was written since the last time. */
  void flush() {
    flushSoon = false;
    if (state == State.ENDED) {
      leave();
    } else {
      answers.flush();
    }
  }

  /** Ends the connection as soon as nothing that was asked is unanswered. */
  void stop() {
    if (state == State.READING && !reader.isAmidRequest()) {
      readNoMore();
    }
  }

  /** Ends the connection now, and says so to those who wait for answers. */
  void giveUp() {
    if (state == State.READING) {
      readNoMore();
    }
    giveUp(answers.awaited(), System.nanoTime());
  }

  /** Does what is due at this moment. */
  void sweep(long now) {
    giveUp(answers.overdue(now - OVERTIME_NANOS), now);
    if (isOver(now)) {
      channel.close();
    } else if (state == State.READING && !paused && reader.isAmidRequest()) {
      refuseIfSlow(now);
    }
  }

  private boolean isOver(long now) {
    if (!channel.isWritable()) {
      return clock.isBlocked(now);
    }
    return switch (state) {
      case READING -> answers.isEmpty() && !reader.isAmidRequest() && clock.isIdle(now);
      case LAST_REQUEST_READ -> inputEnded && clock.isGone(now);
      case ENDED -> false;
    };
  }

  private void refuseIfSlow(long now) {
    if (reader.isAmidBody() ? clock.isBodySlow(now) : clock.isHeadSlow(now)) {
      reader.learnPath();
      refuse(Problem.of(408, "request-timeout", "the request did not come in time"));
    }
  }

  private void giveUp(List<Exchange.Asked> calls, long now) {
    for (Exchange.Asked asked : calls) {
      loop.gateway().giveUp(asked.call(), asked.reply(), now - asked.sinceNanos());
    }
  }

  /** Reads all requests that have come and for which there is room. */
  private void pump() {
    if (pumping || state != State.READING) {
      return;
    }
    pumping = true;
    boolean more = true;
    while (more && hasRoom()) {
      more = readRequest();
    }
    pumping = false;
    if (state == State.READING) {
      pauseOrGoOn();
    }
  }

  private boolean hasRoom() {
    return state == State.READING
        && answers.size() < loop.limits().pipelined()
        && channel.isWritable();
  }

  private boolean readRequest() {
    boolean amidBody = reader.isAmidBody();
    Optional<RequestReader.Request> request;
    try {
      request = reader.next();
    } catch (ProblemException e) {
      refuse(e.problem());
      return false;
    }
    if (request.isPresent() || amidBody != reader.isAmidBody()) {
      clock.startReading();
      request.ifPresent(this::begin);
    }
    return request.isPresent();
  }

  private void pauseOrGoOn() {
    boolean full = !hasRoom();
    if (full != paused) {
      paused = full;
      clock.startReading();
      channel.config().setAutoRead(!full);
    }
    if (inputEnded && !full) {
      readNoMore();
    } else if (reader.isContinueWanted() && answers.isEmpty()) {
      reader.continued();
      answers.writeContinue();
      flushLater();
    }
  }

  private void begin(RequestReader.Request request) {
    RequestHead.Line line = request.head().line();
    Framing framing = request.framing();
    boolean last = !framing.keepAlive() || loop.isStopping();
    Exchange exchange = new Exchange(request.head().isHead(), line.http10(), last);
    answers.add(exchange);
    if (last) {
      enter(State.LAST_REQUEST_READ);
    }
    if (line.rawPath().equals("*")) {
      settle(exchange, SERVER_OPTIONS);
    } else {
      ask(request, exchange);
    }
  }

  private void ask(RequestReader.Request request, Exchange exchange) {
    long waitNanos = TimeUnit.SECONDS.toNanos(request.framing().waitSeconds());
    WireCall call = call(request.head(), request.body(), waitNanos);
    Optional<Problem> objection = loop.guard().objection(call, call.asked(), ends.local());
    await(
        call,
        objection.isPresent()
            ? loop.gateway().refuse(call, objection.get())
            : loop.gateway().answer(call),
        exchange);
  }

  private WireCall call(RequestHead head, byte[] body, long waitNanos) {
    long patience = loop.limits().answerTimeout().toNanos() + waitNanos;
    Caller caller = new Caller(loop.executor(), clock.readSince() + patience);
    return new WireCall(head, body, ends, caller);
  }

  private void await(WireCall call, CompletableFuture<Answer> reply, Exchange exchange) {
    exchange.asked(new Exchange.Asked(call, reply, clock.readSince()));
    reply.thenAccept(answer -> settle(exchange, answer));
  }

  /** Takes the answer of an exchange, on whatever thread it was found. */
  private void settle(Exchange exchange, Answer answer) {
    if (!loop.executor().inEventLoop()) {
      loop.executor().execute(() -> settle(exchange, answer));
      return;
    }
    exchange.answered(answer);
    try {
      if (answers.isReady()) {
        writeAnswers();
      }
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private void writeAnswers() {
    boolean last = answers.writeAnswers();
    enter(last ? State.ENDED : state);
    flushLater();
    pump();
  }

  private void flushLater() {
    if (!inBatch && !flushSoon) {
      flushSoon = true;
      loop.flushSoon(this);
    }
  }

  private void readNoMore() {
    if (answers.isEmpty()) {
      enter(State.ENDED);
      flush();
    } else {
      enter(State.LAST_REQUEST_READ);
      answers.endWithNewest();
    }
  }

  private void leave() {
    if (channel.pipeline().context(this) == null) {
      return;
    }
    OpenBody following = answers.following();
    if (following == null) {
      ChannelFuture sent = answers.flushLast();
      Duration patience = loop.limits().bodyTimeout();
      LingeringClose farewell = new LingeringClose(channel, sent, inputEnded, patience);
      channel.pipeline().replace(this, "farewell", farewell);
    } else {
      answers.flush();
      channel.pipeline().replace(this, "body", following);
      following.begin(inputEnded);
    }
  }

  private void enter(State next) {
    state = next;
    clock.startRest();
  }
}
