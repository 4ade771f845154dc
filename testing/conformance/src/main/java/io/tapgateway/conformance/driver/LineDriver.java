package io.tapgateway.conformance.driver;

import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;

import io.tapgateway.conformance.GatewayDriver;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A gateway's host that is a program: it gets one line of JSON for each thing that it is to do, and answers each with
 * one. Thread-safe.
 */
public final class LineDriver implements GatewayDriver {
    /** How long the program may take to say that it is ready: it may have to start a gateway. */
    public static final Duration READY_WITHIN = Duration.ofSeconds(30);

    /** How long it may take to answer what needs no provider. */
    public static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    private static final int FAREWELL_SECONDS = 3;
    private static final JsonReader<URI> ADDRESS = JsonReader.text(URI::create, "must be an address");
    private static final JsonReader<Path> FILE = JsonReader.text(Path::of, "must be a path");

    private final Writer out;
    private final Runnable farewell;
    private final ReentrantLock writing = new ReentrantLock();
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, Question> asked = new ConcurrentHashMap<>();
    private final Map<String, LineSession> sessions = new ConcurrentHashMap<>();
    /** Why it answers nothing any more; empty as long as it does. */
    private volatile String over = "";

    /** What it cannot do, by what it was asked; it is not asked again. */
    private final Map<String, String> unable = new ConcurrentHashMap<>();

    private final AtomicReference<Optional<String>> shortcoming = new AtomicReference<>(Optional.empty());
    private final CompletableFuture<Greeting> greeting = new CompletableFuture<>();

    private record Question(String what, CompletableFuture<JsonObject> answer) {}

    /** What a program says first. */
    private record Greeting(Optional<URI> url, Optional<Path> tokenFile, boolean spawns, boolean alone) {
        static Greeting read(JsonObject in) {
            if (in.required("driver", WHOLE_NUMBER) != 1) {
                throw new JsonFault("/driver", "must be 1, the version of these lines");
            }
            return new Greeting(
                    in.optional("url", ADDRESS), in.optional("tokenFile", FILE), in.flag("spawns"), in.flag("alone"));
        }
    }

    /**
     * @param in what the program prints
     * @param out what it reads
     * @param farewell ends it
     */
    LineDriver(InputStream in, OutputStream out, Runnable farewell) {
        this.out = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        this.farewell = farewell;
        Thread reader = new Thread(() -> read(in), "conformance-driver");
        reader.setDaemon(true);
        reader.start();
        await("its first line", greeting, READY_WITHIN);
    }

    /**
     * Starts a program, and waits until it is ready. Its standard error is that of this process.
     *
     * @throws IOException if it cannot be started
     * @throws IllegalStateException if it does not say that it is ready; the message is a sentence for people
     */
    public static LineDriver start(List<String> command) throws IOException {
        Process program = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        boolean ready = false;
        try {
            LineDriver driver = new LineDriver(program.getInputStream(), program.getOutputStream(), () -> end(program));
            ready = true;
            return driver;
        } finally {
            if (!ready) {
                program.destroyForcibly();
            }
        }
    }

    /** The end of its standard input asks it to leave. */
    private static void end(Process program) {
        try {
            if (!program.waitFor(FAREWELL_SECONDS, TimeUnit.SECONDS)) {
                program.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            program.destroyForcibly();
        }
    }

    /** Where providers connect, if the program says so. */
    public Optional<URI> url() {
        return greeting.join().url();
    }

    /** The file with the token that lets any program in, if the program says so. */
    public Optional<Path> tokenFile() {
        return greeting.join().tokenFile();
    }

    @Override
    public GatewaySession openSession(SessionInfo info, SessionHost host) {
        LineSession session = new LineSession(this, info, host);
        // Before it is open there may be news of it.
        sessions.put(info.id().value(), session);
        answer(
                "open",
                line -> line.text("session", info.id())
                        .text("label", info.label())
                        .text("cwd", info.cwd())
                        .flag("discoverable", info.discoverable())
                        .flag("foreground", info.foreground())
                        .texts("reserve", info.reservedToolNames())
                        .texts("forbid", info.reserved().providers())
                        .texts("keep", info.reserved().configured()));
        return session;
    }

    @Override
    public Optional<Secret> spawnToken(SessionId session, ProviderName name) {
        if (!spawns()) {
            return Optional.empty();
        }
        JsonObject answer =
                answer("token", line -> line.text("session", session).text("provider", name));
        return Optional.of(Secret.of(answer.required("token", TEXT)));
    }

    @Override
    public boolean spawns() {
        return greeting.join().spawns();
    }

    @Override
    public boolean isAlone() {
        return greeting.join().alone();
    }

    @Override
    public Optional<String> shortcoming() {
        return shortcoming.getAndSet(Optional.empty());
    }

    /** Notes what the program cannot do. */
    UnsupportedOperationException unable(String sentence) {
        shortcoming.set(Optional.of(sentence));
        return new UnsupportedOperationException(sentence);
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            // It has ended by itself.
            fail("the driver has ended");
        }
        farewell.run();
    }

    /**
     * Asks for something, and waits for the answer.
     *
     * @throws UnsupportedOperationException if the program cannot do that
     * @throws IllegalStateException if it does not answer; the message says so
     */
    JsonObject answer(String what, Consumer<JsonWriter> members) {
        return await("'" + what + "'", ask(what, members), ANSWER_WITHIN);
    }

    /**
     * Asks for something whose answer takes its time.
     *
     * @throws UnsupportedOperationException if the program has said that it cannot do that
     */
    CompletableFuture<JsonObject> ask(String what, Consumer<JsonWriter> members) {
        String known = unable.get(what);
        if (known != null) {
            throw unable(known);
        }
        long number = numbers.incrementAndGet();
        CompletableFuture<JsonObject> answer = new CompletableFuture<>();
        asked.put(number, new Question(what, answer));
        // It may have ended just now; then nobody answers.
        if (!over.isEmpty()) {
            fail(over);
        }
        String line =
                JsonWriter.toText(out -> members.accept(out.number("id", number).text("do", what)));
        writing.lock();
        try {
            out.append(line).append('\n').flush();
        } catch (IOException e) {
            answer.completeExceptionally(new IllegalStateException("the driver has ended"));
        } finally {
            writing.unlock();
        }
        return answer;
    }

    private static <T> T await(String what, CompletableFuture<T> answer, Duration atMost) {
        try {
            return answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException problem ? problem : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "the driver has not answered " + what + " for " + atMost.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the wait for the driver was interrupted");
        }
    }

    private void read(InputStream in) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                received(line);
            }
            fail("the driver has ended");
        } catch (IOException e) {
            fail("the driver has ended");
        } catch (MalformedJson | JsonFault e) {
            fail("the driver has printed a line that is not what it should be: " + e.getMessage());
        }
    }

    private void received(String line) throws MalformedJson {
        JsonObject message = JsonObject.of(JsonValue.parseObject(line, JsonLimits.LINK));
        Optional<Long> number = message.optional("id", WHOLE_NUMBER);
        if (number.isPresent()) {
            answered(number.get(), message);
        } else if (message.has("event")) {
            Optional.ofNullable(sessions.get(message.required("session", TEXT)))
                    .ifPresent(session -> session.told(message));
        } else {
            greeting.complete(Greeting.read(message));
        }
    }

    private void answered(long number, JsonObject message) {
        Question question = asked.remove(number);
        if (question == null) {
            throw new JsonFault("/id", "is of nothing that was asked, or was answered before");
        }
        Optional<String> unsupported = message.optional("unsupported", TEXT);
        Optional<String> problem = message.optional("problem", TEXT);
        if (unsupported.isPresent()) {
            unable.put(question.what(), unsupported.get());
            question.answer().completeExceptionally(unable(unsupported.get()));
        } else if (problem.isPresent()) {
            question.answer().completeExceptionally(new IllegalStateException(problem.get()));
        } else {
            question.answer().complete(message);
        }
    }

    private void fail(String why) {
        over = why;
        greeting.completeExceptionally(new IllegalStateException(why));
        for (Long number : List.copyOf(asked.keySet())) {
            Question question = asked.remove(number);
            if (question != null) {
                question.answer().completeExceptionally(new IllegalStateException(why));
            }
        }
    }
}
