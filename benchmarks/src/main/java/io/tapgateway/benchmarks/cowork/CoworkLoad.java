package io.tapgateway.benchmarks.cowork;

import io.tapgateway.agentserver.AgentServer;
import io.tapgateway.agentserver.AgentServerSettings;
import io.tapgateway.agentserver.SessionLender;
import io.tapgateway.agentserver.coworker.CoworkerConfig;
import io.tapgateway.agentserver.coworker.CoworkerSession;
import io.tapgateway.agentserver.coworker.Effect;
import io.tapgateway.agentserver.coworker.ModelVendor;
import io.tapgateway.benchmarks.load.ProcessCpu;
import io.tapgateway.benchmarks.load.ProcessHeap;
import io.tapgateway.benchmarks.load.QuietLibraries;
import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.model.TurnEvent;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import io.tapgateway.transport.ws.text.TextPort;
import io.tapgateway.user.SessionUser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What it costs to serve clients of agent-coworker: the command line. */
@CommandLine.Command(
        name = "cowork",
        mixinStandardHelpOptions = true,
        description = {
            "Measures turns, pings, chunks, messages and sessions of the agent server, in turn with what they cannot",
            "do without: the request to the model, an echo over a WebSocket, parsing, sessions of the gateway."
        })
final class CoworkLoad implements Callable<Integer> {
    private static final int TURNS = 5;

    /** So many that reading them has been compiled before the first round that counts, as it soon is in a server. */
    private static final int PINGS = 2_000;

    private static final int CHUNKS = 20_000;
    private static final int MESSAGES = 20_000;
    private static final int SESSIONS = 64;

    @Option(names = "--rounds", description = "measured rounds (default: ${DEFAULT-VALUE})")
    private int rounds = 11;

    @Option(names = "--warm-up", description = "rounds for the compilers, before (default: ${DEFAULT-VALUE})")
    private int warmUp = 5;

    @Option(
            names = "--thinking",
            description =
                    "milliseconds before the model answers (default: ${DEFAULT-VALUE}); 0 shows all that is added")
    private int thinking = 20;

    public static void main(String[] args) {
        QuietLibraries.hush();
        System.exit(new CommandLine(new CoworkLoad()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Path place = Files.createTempDirectory("cowork-load").toRealPath();
        try (CannedModel model = new CannedModel(thinking)) {
            sockets(place, model);
            messages();
            heap(place, model);
        } finally {
            remove(place);
        }
        return 0;
    }

    private static AgentServer server(Gateway gateway, Path place, CannedModel model) throws IOException {
        return AgentServer.of(
                new AgentServerSettings(
                        place,
                        place,
                        place.resolve("model-keys"),
                        Optional.of("m"),
                        Optional.of(model.baseUrl()),
                        Map.of(),
                        Duration.ZERO),
                (info, agentOf, timeline) -> {
                    SessionUser user = SessionUser.create(System::nanoTime);
                    ThinkingAgent agent = agentOf.apply(user);
                    return new SessionLender.Lent(
                            agent,
                            agent.drive(gateway.openSession(info, agent)),
                            user,
                            Optional.empty(),
                            attached -> {});
                });
    }

    private void sockets(Path place, CannedModel model) throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        try (Gateway gateway = Gateway.builder().build();
                AgentServer served = server(gateway, place, model);
                Listening ours = Listening.at(served::accept);
                Listening echo = Listening.at((socket, port) -> new Echo(socket));
                Listening chunks = Listening.at((socket, port) -> new Chunks(socket))) {
            SocketClient client = new SocketClient(http, ours.url());
            SocketClient other = new SocketClient(http, echo.url());
            SocketClient streamed = new SocketClient(http, chunks.url());
            String id = idOf(client.until("server_hello"));
            client.until("provider_status");
            String say = "{\"type\":\"user_message\",\"sessionId\":\"" + id + "\",\"text\":\"Hi.\"}";
            HttpRequest asked = HttpRequest.newBuilder(URI.create(model.baseUrl() + "/chat/completions"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Hi.\"}]}"))
                    .build();
            compare(
                    "turn without tools",
                    1.2,
                    () -> timed(TURNS, () -> {
                        client.says(say);
                        client.until("\"busy\":false");
                    }),
                    "the request to the model",
                    () -> timed(TURNS, () -> http.send(asked, HttpResponse.BodyHandlers.ofString())));
            String ping = "{\"type\":\"ping\",\"sessionId\":\"" + id + "\"}";
            compare(
                    "ping to pong",
                    1.3,
                    () -> median(PINGS, () -> {
                        client.says(ping);
                        client.next();
                    }),
                    "an echo",
                    () -> median(PINGS, () -> {
                        other.says(ping);
                        other.next();
                    }));
            streamed.says("1");
            String frame = streamed.next();
            compare(
                    "processor time of a chunk",
                    1.7,
                    () -> cpu(CHUNKS, () -> {
                        streamed.says(String.valueOf(CHUNKS));
                        for (int i = 0; i < CHUNKS; i++) {
                            streamed.next();
                        }
                    }),
                    "an echo of an equal frame",
                    () -> cpu(CHUNKS, () -> {
                        for (int i = 0; i < CHUNKS; i++) {
                            other.says(frame);
                        }
                        for (int i = 0; i < CHUNKS; i++) {
                            other.next();
                        }
                    }));
        }
    }

    private static String idOf(String hello) throws Exception {
        return JsonValue.parse(hello).get("sessionId").orElseThrow().asString();
    }

    private void messages() throws Exception {
        CoworkerSession session = session();
        String text =
                "{\"type\":\"client_hello\",\"client\":\"tui\",\"version\":\"1.0\",\"capabilities\":{\"streams\":true,"
                        + "\"names\":[\"" + "x".repeat(200)
                        + "\",\"two\",\"three\"],\"sizes\":[1,2,3.5,-4e2],\"more\":null}}";
        Instant now = Instant.EPOCH;
        compare(
                "reading and checking a message",
                1.5,
                () -> timed(MESSAGES, () -> session.received(text, now)),
                "parsing it to a tree",
                () -> timed(MESSAGES, () -> touch(JsonValue.parse(text))));
    }

    /** Values are read when they are looked at. */
    private static void touch(JsonValue value) {
        switch (value.kind()) {
            case OBJECT -> value.members().values().forEach(CoworkLoad::touch);
            case ARRAY -> value.elements().forEach(CoworkLoad::touch);
            case STRING -> value.asString();
            case NUMBER -> value.asDouble();
            case BOOLEAN, NULL -> {}
        }
    }

    private static CoworkerSession session() {
        return new CoworkerSession(
                "S", new CoworkerConfig(ModelVendor.OPENAI, "m", "/code", "/code/output"), () -> "0-0-0-0");
    }

    /** Nothing ends before all is measured: what ends leaves the heap when it likes, and would be counted as less. */
    private void heap(Path place, CannedModel model) throws Exception {
        List<AutoCloseable> kept = new ArrayList<>();
        try {
            compare(
                    "heap of " + SESSIONS + " idle sessions (MB)",
                    1.5,
                    () -> grown(() -> serve(place, model, kept)),
                    "sessions of the gateway, each with its person",
                    () -> grown(() -> open(place, kept)));
        } finally {
            for (AutoCloseable each : kept) {
                each.close();
            }
        }
    }

    private static void serve(Path place, CannedModel model, List<AutoCloseable> kept) throws IOException {
        Gateway gateway = Gateway.builder().build();
        AgentServer served = server(gateway, place, model);
        kept.add(served);
        kept.add(gateway);
        List<Quiet> clients = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            Quiet client = new Quiet();
            clients.add(client);
            served.accept(client, 0);
        }
        while (clients.stream().anyMatch(it -> it.told < Quiet.GREETING)) {
            Thread.onSpinWait();
        }
    }

    private static void open(Path place, List<AutoCloseable> kept) {
        Gateway gateway = Gateway.builder().build();
        List<SessionUser> persons = new ArrayList<>();
        kept.add(() -> {
            persons.forEach(SessionUser::end);
            gateway.close();
        });
        for (int i = 0; i < SESSIONS; i++) {
            persons.add(SessionUser.create(System::nanoTime));
            gateway.openSession(SessionInfo.of("s-" + i, "Load", place), SessionHost.ignoringEverything());
        }
    }

    /** @return megabytes */
    private static double grown(Step step) throws Exception {
        long before = ProcessHeap.used();
        step.run();
        return (ProcessHeap.used() - before) / 1e6;
    }

    /** Something that is measured, or done to be measured. */
    @FunctionalInterface
    private interface Step {
        void run() throws Exception;
    }

    /** @return milliseconds of each */
    private static double timed(int count, Step step) throws Exception {
        long begun = System.nanoTime();
        for (int i = 0; i < count; i++) {
            step.run();
        }
        return (System.nanoTime() - begun) / 1e6 / count;
    }

    private static double median(int count, Step step) throws Exception {
        double[] each = new double[count];
        for (int i = 0; i < count; i++) {
            each[i] = timed(1, step);
        }
        return middle(each);
    }

    /** @return milliseconds of processor time, of {@code count} that the step is about */
    private static double cpu(int count, Step step) throws Exception {
        long begun = ProcessCpu.nanos();
        step.run();
        return (ProcessCpu.nanos() - begun) / 1e6 / count;
    }

    private void compare(String ours, double bar, Callable<Double> work, String theirs, Callable<Double> reference)
            throws Exception {
        double[] taken = new double[rounds];
        double[] needed = new double[rounds];
        double[] ratios = new double[rounds];
        for (int round = -warmUp; round < rounds; round++) {
            double first = work.call();
            double second = reference.call();
            if (round >= 0) {
                taken[round] = first;
                needed[round] = second;
                ratios[round] = first / second;
            }
        }
        System.out.printf(
                "%s: %.4f; %s: %.4f; ratio %.2f (at most %.1f)%n",
                ours, middle(taken), theirs, middle(needed), middle(ratios), bar);
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** A port for sockets, as clients of the app find it but for who may come. */
    private record Listening(TextPort sockets, LoopbackHttpServer http) implements AutoCloseable {
        static Listening at(TextPort.Acceptor acceptor) throws IOException {
            TextPort sockets = TextPort.at(AgentServer.PATH, acceptor);
            LoopbackHttpServer http =
                    LoopbackHttpServer.named("cowork").addOn(sockets.addOn()).listen();
            sockets.listeningOn(http.port());
            return new Listening(sockets, http);
        }

        String url() {
            return "ws://127.0.0.1:" + http.port() + AgentServer.PATH;
        }

        @Override
        public void close() {
            http.stopListening();
            sockets.close();
            http.close();
        }
    }

    /** Sends back what comes. */
    private record Echo(TextSocket socket) implements TextReceiver {
        @Override
        public int maxLength() {
            return 1 << 20;
        }

        @Override
        public void received(String text) {
            socket.send(text);
            socket.flush();
        }

        @Override
        public void closed(CloseCode why) {}
    }

    /** Streams as many chunks of a turn as it is told. */
    private static final class Chunks implements TextReceiver {
        private final TextSocket socket;
        private final CoworkerSession session = session();

        Chunks(TextSocket socket) {
            this.socket = socket;
            session.happened(new TurnEvent.Started(1, Optional.empty(), "Hi."));
        }

        @Override
        public int maxLength() {
            return 1 << 20;
        }

        @Override
        public void received(String text) {
            for (int i = Integer.parseInt(text); i > 0; i--) {
                for (Effect effect :
                        session.happened(new TurnEvent.PartDelta(TurnEvent.Part.TEXT, "txt_1", "some words "))) {
                    socket.send(((Effect.Send) effect).text());
                }
                socket.flush();
            }
        }

        @Override
        public void closed(CloseCode why) {}
    }

    /** A client that reads everything and says nothing. Told by one thread at a time. */
    private static final class Quiet implements TextSocket {
        static final int GREETING = 6;

        private volatile int told;

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time sends
        public void send(String text) {
            told++;
        }

        @Override
        public boolean isWaiting() {
            return false;
        }

        @Override
        public void flush() {}

        @Override
        public void close(CloseCode code, String reason) {}

        @Override
        public void abort() {}
    }
}
