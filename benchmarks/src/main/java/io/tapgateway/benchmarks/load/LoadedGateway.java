package io.tapgateway.benchmarks.load;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.ws.WebSocketSettings;
import io.tapgateway.transport.ws.WebSocketTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * A process with a gateway and the agent that calls: the library as an embedder has it, with its provider port. The
 * calls are made here, because that is where an agent is.
 */
public final class LoadedGateway {
    private static final List<Limit> RATES = List.of(
            Limit.MESSAGES_PER_SECOND,
            Limit.MESSAGE_BURST,
            Limit.INBOUND_BYTES_PER_SECOND,
            Limit.HELLOS_PER_MINUTE,
            Limit.HELLOS_PER_MINUTE_PER_TOKEN,
            Limit.UPDATES_PER_SECOND,
            Limit.UPDATE_BURST,
            Limit.UPDATES_PER_MINUTE,
            Limit.PUSHES_PER_SECOND);

    private final GatewaySession session;

    private LoadedGateway(GatewaySession session) {
        this.session = session;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        QuietLibraries.hush();
        Limits limits = Limits.standard()
                .with(Limit.AUTHENTICATED_CONNECTIONS, 4_000)
                .with(Limit.UNAUTHENTICATED_CONNECTIONS, 8_000)
                .with(Limit.UPGRADE_TIMEOUT, 60_000)
                .with(Limit.AUTH_TIMEOUT, 60_000)
                .with(Limit.UNAUTHENTICATED_CONNECTIONS_PER_ORIGIN, 4_000)
                .with(Limit.TOOLS_PER_SESSION, 10_000)
                .with(Limit.TOOLS_REMEMBERED, 20_000)
                .with(Limit.IDENTITIES_PER_SESSION, 10_000);
        for (Limit rate : RATES) {
            limits = limits.with(rate, 1_000_000_000);
        }
        try (Gateway gateway =
                        Gateway.builder().limits(limits).executor(Runnable::run).build();
                WebSocketTransport transport = WebSocketTransport.attach(
                        gateway, WebSocketSettings.standard().withPort(0))) {
            GatewaySession session = gateway.openSession(
                    SessionInfo.of("load", "Load", Path.of("load")).withDiscoverable(true),
                    SessionHost.ignoringEverything());
            Secret all = gateway.tokens().issueDiscoveryToken();
            Secret gate = gateway.tokens().issueSpawnToken(session.info().id(), new ProviderName(GatePeer.NAME));
            System.out.println("listening " + transport.url() + " " + all.reveal() + " " + gate.reveal());
            new LoadedGateway(session).serve();
        }
    }

    private void serve() throws IOException, InterruptedException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "cpu" -> System.out.println(ProcessCpu.nanos());
                case "heap" -> System.out.println(ProcessHeap.used());
                case "peak" -> System.out.println(ProcessHeap.peak());
                case "call" -> System.out.println(call(Scenario.parse(words[1]), Long.parseLong(words[2])));
                default -> throw new IllegalArgumentException("no such command: " + line);
            }
        }
    }

    private String call(Scenario scenario, long seconds) throws InterruptedException {
        JsonValue text = JsonValue.of(scenario.text());
        JsonValue count = JsonValue.of(3);
        JsonValue exact = JsonValue.of(true);
        Supplier<JsonValue> args = () -> JsonValue.object(Map.of("text", text, "count", count, "exact", exact));
        CountDownLatch done = new CountDownLatch(scenario.connections());
        long cpu = ProcessCpu.nanos();
        long begin = System.nanoTime();
        long end = begin + TimeUnit.SECONDS.toNanos(seconds);
        List<Caller> callers = IntStream.range(0, scenario.connections())
                .mapToObj(i -> new Caller(session, AnsweringPeers.TOOL + i, args, end, done))
                .toList();
        callers.forEach(caller -> caller.start(scenario.inFlight()));
        done.await();
        long elapsed = System.nanoTime() - begin;
        long used = ProcessCpu.nanos() - cpu;
        Histogram latencies = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
        callers.forEach(caller -> caller.addTo(latencies));
        return callers.stream()
                .flatMap(caller -> caller.failure().stream())
                .findFirst()
                .map(failure -> "failed " + failure)
                .orElseGet(() -> Measurement.of(latencies, elapsed, used).line());
    }
}
