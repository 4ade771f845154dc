package io.tapgateway.zot;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.runtime.InterceptorQuestion;
import io.tapgateway.runtime.thread.DaemonThreads;
import io.tapgateway.runtime.thread.LineWriter;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The standard streams of one extension: calls, commands and questions go there, answers come back to those who wait
 * for them, and what else it says goes to whoever looks after it. An answer to nothing that is open is inert (Z-047).
 * Thread-safe; one daemon thread reads, one writes.
 */
final class ExtensionChannel implements AutoCloseable {
    /** How long a question may be open (Z-066). */
    static final Duration VERDICT = Duration.ofSeconds(5);

    /** How long something older that is open may keep it from answering (Z-061). */
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    /** How long a line may take to be read where nothing else is to be done, give or take {@link #LOOK} (Z-045). */
    static final Duration LONGEST_WRITE = Duration.ofSeconds(5);

    /** How often it is looked after lines that are being written. */
    static final Duration LOOK = Duration.ofSeconds(1);

    /** How long a command may run (Z-085). */
    static final Duration COMMAND = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(ExtensionChannel.class);
    /** How many characters of a line that was not sent say what it was. */
    private static final int UNSENT_SHOWN = 80;

    private static final int BUFFER_BYTES = 64 << 10;

    /** Frames that were read and are not handled yet; who prints more has to wait. */
    private static final int MOST_UNHANDLED = 1_000;

    private final String name;
    private final InputStream printed;
    private final ProgramThread time;
    private final Problems problems;
    private final News news;
    private final LineWriter writer;
    private final Answers answers = new Answers();
    private final Semaphore unhandled = new Semaphore(MOST_UNHANDLED);
    private final FramePace pace;
    private final Semaphore readOn = new Semaphore(0);
    private final AtomicBoolean watched = new AtomicBoolean();
    private final AtomicLong last = new AtomicLong();
    private final Map<String, CompletableFuture<Object>> calls = new ConcurrentHashMap<>();
    private final Map<String, Question> questions = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<ExtensionFrame.CommandResponse>> commands = new ConcurrentHashMap<>();

    /** Whether the extension wants to be told of calls that nobody waits for any more (Z-055). */
    private volatile boolean cancels;

    /** Whether it has been told to end: only results of calls count from then on (Z-104). */
    private volatile boolean leaving;

    private volatile boolean closed;

    /**
     * What the extension is asked. Thread-safe.
     *
     * @param older calls and commands that were open before, and still are
     * @param timed whether its time has begun
     */
    private record Question(
            String id,
            InterceptorQuestion about,
            Duration rest,
            CompletableFuture<Opinion> answer,
            Set<String> older,
            AtomicBoolean timed) {
        private Question(String id, InterceptorQuestion about, Duration rest) {
            this(id, about, rest, new CompletableFuture<>(), ConcurrentHashMap.newKeySet(), new AtomicBoolean());
        }
    }

    /**
     * What it says. Immutable.
     *
     * @param verdict empty if it says nothing that could be used
     * @param why it does not
     */
    record Opinion(Optional<ExtensionFrame.Verdict> verdict, String why) {
        static Opinion none(String why) {
            return new Opinion(Optional.empty(), why);
        }
    }

    /**
     * What is open, and what waits to be written. Immutable.
     *
     * @param lines of which none is being written
     * @param characters the same, and of the one that is
     */
    record Load(int calls, int commands, int questions, long lines, long characters) {
        /** What is to be answered. */
        int open() {
            return calls + commands + questions;
        }
    }

    /** What is not the answer to a question. Called on the program thread. */
    interface News {
        /** The extension has said something. */
        void heard(ExtensionFrame frame);

        /** It cannot be talked to any more. */
        void broken(String reason);

        /** It says nothing more. */
        void silent();
    }

    /** @param problems gets what it cannot be sent */
    ExtensionChannel(String name, InteractiveProgram program, ProgramThread time, Problems problems, News news) {
        this.name = name;
        this.printed = program.output();
        this.time = time;
        this.problems = problems;
        this.news = news;
        this.writer = new LineWriter(
                "ext-write-" + name,
                program.input(),
                ZotLimit.UNREAD_FRAMES.most(),
                ZotLimit.UNREAD_CHARACTERS.most(),
                () -> time.execute(this::deaf));
        this.pace = new FramePace(time.nanos());
    }

    /** Begins to listen. */
    void start() {
        writer.start();
        DaemonThreads.named("ext-read-" + name).newThread(this::read).start();
    }

    /** Has a frame written that has no answer; one that is too long for any reader is left out (Z-044). */
    void send(String frame) {
        if (!sent(frame)) {
            time.execute(() -> problems.add("it is not sent a line of more than " + ZotLimit.LINE_BYTES.most()
                    + " bytes, which begins " + frame.substring(0, UNSENT_SHOWN)));
        }
    }

    private boolean sent(String frame) {
        boolean fits = Utf8Length.fits(frame, ZotLimit.LINE_BYTES.most());
        if (fits) {
            writer.offer(frame);
            watch();
        }
        return fits;
    }

    /** Whether the extension has been written all that was said to it. */
    boolean isWritten() {
        return writer.isIdle();
    }

    /** What is open and waits by now. */
    Load load() {
        return new Load(
                calls.size(), commands.size(), questions.size(), writer.waitingLines(), writer.waitingCharacters());
    }

    private void watch() {
        if (!watched.get() && watched.compareAndSet(false, true)) {
            time.after(LOOK, () -> look(-1, 0));
        }
    }

    /**
     * Looks whether what is written is read, on the program thread. While a call or a command is open, its own time is
     * kept already, since many extensions do one thing after the other (Z-045).
     *
     * @param before how many lines had been written when it was looked last
     * @param looks how often it was that many
     */
    private void look(long before, int looks) {
        if (closed) {
            return;
        }
        long now = writer.written();
        int same = now == before ? looks + 1 : 0;
        if (writer.isIdle()) {
            watched.set(false);
            if (!writer.isIdle()) {
                watch();
            }
        } else if (LOOK.multipliedBy(same).compareTo(LONGEST_WRITE) >= 0 && calls.isEmpty() && commands.isEmpty()) {
            deaf();
        } else {
            time.after(LOOK, () -> look(now, same));
        }
    }

    private void deaf() {
        news.broken("it does not read what it is sent");
    }

    /** It wants to be told of calls that nobody waits for any more. */
    void tellOfCancelledCalls() {
        cancels = true;
    }

    /** Calls a tool. */
    CompletionStage<Object> call(String tool, ToolInvocation invocation) {
        String id = "t-" + last.incrementAndGet();
        CompletableFuture<Object> answer = new CompletableFuture<>();
        String frame = HostFrames.toolCall(id, tool, invocation.args());
        open(calls, id, answer, frame);
        var unused = invocation.cancelled().thenRun(() -> {
            if (calls.remove(id, answer)) {
                over(id);
                if (cancels) {
                    send(HostFrames.toolCancel(id));
                }
            }
        });
        return answer;
    }

    /**
     * Asks something. The time for the answer begins once nothing older is open, since many extensions do one thing
     * after the other (Z-061).
     *
     * @param rest how long the answer may take then
     * @param pause how long something older may keep it from answering
     * @param frame of the question with an id
     * @return completes with what it says, or why it says nothing; not at all where nobody wants to know any more
     */
    CompletionStage<Opinion> ask(
            InterceptorQuestion about, Duration rest, Duration pause, Function<String, String> frame) {
        String id = "i-" + last.incrementAndGet();
        Question question = new Question(id, about, rest);
        question.older().addAll(calls.keySet());
        question.older().addAll(commands.keySet());
        questions.put(id, question);
        question.older().removeIf(it -> !calls.containsKey(it) && !commands.containsKey(it));
        if (question.older().isEmpty()) {
            startTime(question);
        } else {
            about.busy();
            String first = question.older().iterator().next();
            time.after(pause, () -> {
                if (!question.timed().get()) {
                    silent(id, "it is busy with '" + first + "'");
                }
            });
        }
        var unused = about.withdrawn().thenRun(() -> questions.remove(id));
        if (!sent(frame.apply(id))) {
            silent(id, "the question is longer than " + ZotLimit.LINE_BYTES.most() + " bytes");
        }
        endIfOver();
        return question.answer();
    }

    private void startTime(Question question) {
        if (question.timed().compareAndSet(false, true)) {
            time.after(
                    question.rest(),
                    () -> silent(
                            question.id(),
                            "it has not answered within " + question.rest().toMillis() + " ms"));
        }
    }

    /** What waits for something older to end has its time from now on, if that was all. */
    private void over(String older) {
        questions.values().forEach(it -> {
            if (it.older().remove(older) && it.older().isEmpty()) {
                it.about().free();
                startTime(it);
            }
        });
    }

    private void silent(String question, String why) {
        Question open = questions.remove(question);
        if (open != null) {
            open.answer().complete(Opinion.none(why));
        }
    }

    /**
     * Has a command run (Z-084, Z-085).
     *
     * @param answer gets the response, or one that says why there is none
     */
    void run(String command, String args, CompletableFuture<ExtensionFrame.CommandResponse> answer) {
        if (commands.size() >= ZotLimit.COMMANDS_IN_FLIGHT.most()) {
            answer.complete(ExtensionFrame.CommandResponse.failed(
                    "", name + " is busy: " + ZotLimit.COMMANDS_IN_FLIGHT.most() + " commands are under way."));
            return;
        }
        String id = "c-" + last.incrementAndGet();
        open(commands, id, answer, HostFrames.commandInvoked(id, command, args));
        time.after(COMMAND, () -> fail(id, name + " has not answered within 30 s."));
    }

    private <T> void open(Map<String, T> like, String id, T waiting, String frame) {
        like.put(id, waiting);
        if (!sent(frame)) {
            String tooLong =
                    "What '" + name + "' is to be sent is longer than " + ZotLimit.LINE_BYTES.most() + " bytes.";
            fail(id, new ToolFailure(ToolErrorCode.PAYLOAD_TOO_LARGE, tooLong, false));
            fail(id, tooLong);
        }
        endIfOver();
    }

    /** Nothing is left open, whoever was faster. */
    private void endIfOver() {
        if (closed) {
            failAll();
        } else if (leaving) {
            failAsked();
        }
    }

    private void fail(String command, String why) {
        var unused = end(ExtensionFrame.CommandResponse.failed(command, why));
    }

    private boolean end(ExtensionFrame.CommandResponse response) {
        CompletableFuture<ExtensionFrame.CommandResponse> open = commands.remove(response.id());
        if (open != null) {
            over(response.id());
            open.complete(response);
        }
        return open != null;
    }

    private void fail(String id, ToolFailure failure) {
        CompletableFuture<Object> open = calls.remove(id);
        if (open != null) {
            over(id);
            open.completeExceptionally(failure);
        }
    }

    private void read() {
        ExtensionLines lines = new ExtensionLines(this::received);
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            int length = printed.read(buffer);
            while (length >= 0 && lines.receive(buffer, length)) {
                length = printed.read(buffer);
            }
            if (length >= 0) {
                int most = lines.most();
                time.execute(() -> news.broken("it prints a line longer than " + most + " bytes"));
            } else {
                lines.end();
            }
        } catch (IOException e) {
            LOG.debug("The output of {} ends in the middle", name, e);
        }
        time.execute(news::silent);
    }

    private void received(ExtensionFrame frame) {
        if (!frame.accept(answers)) {
            Duration early = pace.take(time.nanos());
            if (!early.isZero() && !closed) {
                time.after(early, readOn::release);
                readOn.acquireUninterruptibly();
            }
            unhandled.acquireUninterruptibly();
            time.execute(() -> {
                unhandled.release();
                news.heard(frame);
            });
        }
    }

    /** Has a frame written after which nothing is; only results of calls count from now on (Z-081, Z-104). */
    void sendLast(String frame) {
        leaving = true;
        // Whoever reads the frame at once and answers is late.
        failAsked();
        writer.close(frame);
    }

    /** It answers nothing any more: nothing is open from now on (Z-100). Harmless to repeat. */
    void silence() {
        closed = true;
        readOn.release();
        failAll();
    }

    /** The same, and nothing is written any more. Harmless to repeat. */
    @Override
    public void close() {
        silence();
        writer.close();
    }

    private void failAll() {
        List.copyOf(calls.keySet()).forEach(id -> fail(id, ended()));
        failAsked();
    }

    private void failAsked() {
        List.copyOf(questions.keySet()).forEach(id -> silent(id, "it has ended"));
        List.copyOf(commands.keySet()).forEach(id -> fail(id, name + " has ended."));
    }

    private ToolFailure ended() {
        return new ToolFailure(ToolErrorCode.INTERNAL, "The extension '" + name + "' has ended.", true);
    }

    /**
     * Says whether somebody waits for that frame, and gives it to whoever does, on the thread that reads. What nobody
     * waits for is inert, and one of the frames that have their pace.
     */
    private final class Answers implements ExtensionFrame.Visitor<Boolean> {
        @Override
        public Boolean onResult(ExtensionFrame.ToolResult result) {
            CompletableFuture<Object> open = calls.remove(result.id());
            if (open != null) {
                over(result.id());
                try {
                    open.complete(ToolResults.data(result));
                } catch (ToolFailure failure) {
                    open.completeExceptionally(failure);
                }
            }
            return open != null;
        }

        @Override
        public Boolean onVerdict(ExtensionFrame.Verdict verdict) {
            Question open = questions.remove(verdict.id());
            if (open != null) {
                open.answer().complete(new Opinion(Optional.of(verdict), ""));
            }
            return open != null;
        }

        @Override
        public Boolean onResponse(ExtensionFrame.CommandResponse response) {
            return end(response);
        }

        /** One that answers something ends it; what is wrong with it is news all the same. */
        @Override
        public Boolean onFault(ExtensionFrame.Fault fault) {
            fault.id().ifPresent(it -> {
                fail(it, new ToolFailure(ToolErrorCode.INTERNAL, "The extension's answer cannot be read."));
                silent(it, "its verdict cannot be read");
                fail(it, name + " answers what cannot be read.");
            });
            return false;
        }

        @Override
        public Boolean onOther() {
            return false;
        }
    }
}
