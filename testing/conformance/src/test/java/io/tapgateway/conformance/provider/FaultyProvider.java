package io.tapgateway.conformance.provider;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A small provider in this process, with one fault or none. Immutable; each run has a thread of its own. */
record FaultyProvider(Fault fault) implements ProviderProgram {
    /** In milliseconds: more than the moment that a case lets pass. */
    private static final int LATE = 2_000;

    private static final String TOOLS =
            "[{\"name\":\"greet\",\"description\":\"Greets\",\"parameters\":{\"type\":\"object\","
                    + "\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}},"
                    + "{\"name\":\"countdown\",\"description\":\"Counts\"}]";

    /** What may be wrong with a provider. */
    enum Fault {
        NONE,
        NEVER_BINDS,
        HAS_OTHER_TOOLS,
        ANSWERS_NOTHING,
        TAKES_ANY_ARGUMENTS,
        REPORTS_NOTHING,
        IGNORES_CANCEL,
        DIES_WITH_THE_CANCELLED_CALL,
        STAYS_AWAY_ONCE_LOST,
        GIVES_UP_WITHOUT_A_GATEWAY,
        GIVES_UP_AND_STARTS_LATE,
        KEEPS_THE_OLD_TOKEN,
        NEVER_WAITS,
        IGNORES_THE_END_OF_SESSIONS,
        LEAVES_WITH_ITS_SESSION,
        GIVES_UP_ITS_NAME,
        LEAVES_WITHOUT_A_WORD,
        PRINTS_ITS_TOKEN,
        PRINTS_WHAT_IT_HEARS,
        SAYS_WHAT_NOBODY_KNOWS
    }

    @Override
    public Run start(Map<String, String> environment) {
        Life life = new Life(
                fault,
                URI.create(environment.get("TAP_GATEWAY_URL")),
                Path.of(environment.get("COPILOT_HOME"), "extensions/tap/.provider-token"));
        life.soon(life::connect, fault == Fault.GIVES_UP_AND_STARTS_LATE ? LATE : 0);
        return life;
    }

    /** Confined to its thread, but for what it has printed and its end. */
    private static final class Life implements Run, WebSocket.Listener {
        private static final HttpClient CLIENT = HttpClient.newHttpClient();
        private static final int FIRST_PAUSE = 300;
        private static final int LONGEST_PAUSE = 2_000;

        private final Fault fault;
        private final URI gateway;
        private final Path tokenFile;
        private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "faulty-provider");
            made.setDaemon(true);
            return made;
        });
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private final Queue<String> printed = new ConcurrentLinkedQueue<>();
        private final StringBuilder text = new StringBuilder();
        private volatile WebSocket socket;
        private String firstToken;
        private int pause = FIRST_PAUSE;

        Life(Fault fault, URI gateway, Path tokenFile) {
            this.fault = fault;
            this.gateway = gateway;
            this.tokenFile = tokenFile;
        }

        void soon(Runnable task, int millis) {
            if (!ended.isDone()) {
                var unused = thread.schedule(task, millis, TimeUnit.MILLISECONDS);
            }
        }

        void connect() {
            var unused = CLIENT.newWebSocketBuilder()
                    .connectTimeout(Duration.ofSeconds(5))
                    .buildAsync(gateway, this)
                    .whenComplete((open, failure) -> soon(failure == null ? () -> opened(open) : this::missed, 0));
        }

        private void missed() {
            if (fault == Fault.GIVES_UP_WITHOUT_A_GATEWAY || fault == Fault.GIVES_UP_AND_STARTS_LATE) {
                ended.complete(null);
            }
            again();
        }

        private void again() {
            soon(this::connect, fault == Fault.NEVER_WAITS ? 0 : pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }

        private void opened(WebSocket open) {
            socket = open;
            String token = read();
            firstToken = firstToken == null ? token : firstToken;
            if (fault == Fault.PRINTS_ITS_TOKEN) {
                printed.add("connecting with " + token);
            }
            say("{\"type\":\"auth\",\"token\":\"" + (fault == Fault.KEEPS_THE_OLD_TOKEN ? firstToken : token) + "\"}");
        }

        private String read() {
            try {
                return Files.readString(tokenFile).strip();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void say(String message) {
            socket.sendText(message, true).join();
        }

        private void heard(String message) {
            if (fault == Fault.PRINTS_WHAT_IT_HEARS) {
                printed.add(message);
            }
            JsonValue in = parse(message);
            switch (string(in, "type")) {
                case "sessions", "sessions.updated" -> choose(in);
                case "hello.ack" -> bound();
                case "tool.call" ->
                    called(string(in, "id"), string(in, "tool"), in.get("args").orElseThrow());
                case "tool.cancel" -> cancelled(string(in, "id"));
                case "session.lifecycle" -> changed(string(in, "state"));
                case "error" -> refused(string(in, "code"));
                default -> {}
            }
        }

        private void choose(JsonValue in) {
            if (fault != Fault.NEVER_BINDS
                    && !in.get("active").orElseThrow().elements().isEmpty()) {
                String tools = fault == Fault.HAS_OTHER_TOOLS ? TOOLS.replace("greet", "great") : TOOLS;
                say("{\"type\":\"hello\",\"name\":\"scripted\",\"protocolVersion\":2,\"session\":\"main\",\"tools\":"
                        + tools + "}");
            }
        }

        private void bound() {
            pause = FIRST_PAUSE;
            if (fault == Fault.SAYS_WHAT_NOBODY_KNOWS) {
                say("{\"type\":\"how.do.you.do\"}");
            }
        }

        private void called(String id, String tool, JsonValue args) {
            if (tool.equals("countdown")) {
                if (fault != Fault.REPORTS_NOTHING) {
                    say("{\"type\":\"tool.progress\",\"id\":\"" + id + "\",\"message\":\"3\"}");
                }
            } else if (fault != Fault.TAKES_ANY_ARGUMENTS && args.get("name").isEmpty()) {
                say("{\"type\":\"tool.result\",\"id\":\"" + id
                        + "\",\"error\":\"/name is missing\",\"errorCode\":\"INVALID_ARGUMENTS\"}");
            } else if (fault != Fault.ANSWERS_NOTHING) {
                say("{\"type\":\"tool.result\",\"id\":\"" + id + "\",\"data\":\"Hello!\"}");
            }
        }

        private void cancelled(String id) {
            if (fault == Fault.DIES_WITH_THE_CANCELLED_CALL) {
                close();
            } else if (fault != Fault.IGNORES_CANCEL) {
                say("{\"type\":\"tool.result\",\"id\":\"" + id
                        + "\",\"error\":\"Cancelled\",\"errorCode\":\"CANCELLED\"}");
            }
        }

        private void changed(String state) {
            if (state.equals("shutdown.pending") && fault == Fault.LEAVES_WITH_ITS_SESSION) {
                stop();
            } else if (state.equals("shutdown.pending") && fault != Fault.IGNORES_THE_END_OF_SESSIONS) {
                say("{\"type\":\"shutdown.ready\",\"sessionId\":\"main\"}");
            }
        }

        private void refused(String code) {
            if (code.equals("TOOL_CONFLICT")) {
                if (fault == Fault.GIVES_UP_ITS_NAME) {
                    ended.complete(null);
                }
                socket.abort();
                again();
            }
        }

        private void lost() {
            if (fault != Fault.STAYS_AWAY_ONCE_LOST) {
                again();
            }
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                String whole = text.toString();
                text.setLength(0);
                soon(() -> heard(whole), 0);
            }
            from.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            soon(this::lost, 0);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            soon(this::lost, 0);
        }

        @Override
        public void stop() {
            soon(
                    () -> {
                        try {
                            if (fault != Fault.LEAVES_WITHOUT_A_WORD) {
                                say("{\"type\":\"goodbye\"}");
                            }
                        } finally {
                            close();
                        }
                    },
                    0);
        }

        @Override
        public boolean awaitEnd(Duration atMost) {
            try {
                ended.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
                return true;
            } catch (Exception e) {
                return false;
            }
        }

        @Override
        public String printed() {
            return String.join("", printed);
        }

        @Override
        public void close() {
            ended.complete(null);
            if (socket != null) {
                socket.abort();
            }
            thread.shutdownNow();
        }

        private static String string(JsonValue in, String name) {
            return in.get(name).map(JsonValue::asString).orElse("");
        }

        private static JsonValue parse(String message) {
            try {
                return JsonValue.parse(message);
            } catch (MalformedJson e) {
                throw new AssertionError(message, e);
            }
        }
    }
}
