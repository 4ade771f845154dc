package io.tapgateway.app;

import io.tapgateway.link.ConnectorSettings;
import io.tapgateway.link.GatewayConnector;
import io.tapgateway.link.HostGateway;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.SessionChoice;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * A session host whose agent calls a tool without end, with the provider that has it: a process of its own. It prints
 * again and again what has become of its calls, and for the last time when it is told to end and no call is left.
 * Thread-safe.
 */
final class BusyHost {
    private static final int MOST_OPEN = 16;
    private static final int PACE_MILLIS = 20;
    private static final int WORK_MILLIS = 30;
    private static final int NEWS_MILLIS = 300;
    private static final int LAST_CALLS_SECONDS = 60;

    private final String id;
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    private final Set<Long> done = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
    private final CountDownLatch idle = new CountDownLatch(1);
    private volatile boolean stopping;

    private BusyHost(String id) {
        this.id = id;
    }

    /** Home of the gateway, id of the session, where the provider connects; then how a gateway is started. */
    public static void main(String[] args) throws Exception {
        Path home = Path.of(args[0]);
        BusyHost host = new BusyHost(args[1]);
        HostGateway gateway = GatewayConnector.joinOrStart(ConnectorSettings.home(home)
                .startingWith(List.of(args).subList(3, args.length))
                .within(Duration.ofMinutes(2)));
        GatewaySession session = gateway.openSession(
                SessionInfo.of(host.id, "Busy", home).withDiscoverable(true), SessionHost.ignoringEverything());
        WebSocketProvider.connect(
                URI.create(args[2]), Credentials.fromTokenFile(home.resolve("provider.token")), provider(host));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> host.end(session, gateway)));
        host.work(session);
    }

    private static Provider provider(BusyHost host) {
        return Provider.named("worker")
                .session(SessionChoice.named(host.id))
                .tool("work_" + host.id, "Works", Schema.object(), host::serve)
                .build();
    }

    private CompletionStage<Map<String, Object>> serve(ToolInvocation call) {
        if (!done.add(call.longArg("n"))) {
            count("twice");
        }
        Executor later = CompletableFuture.delayedExecutor(WORK_MILLIS, TimeUnit.MILLISECONDS, timer);
        return CompletableFuture.supplyAsync(() -> Map.<String, Object>of("by", id, "n", call.longArg("n")), later);
    }

    private void work(GatewaySession session) {
        var unusedCalls = timer.scheduleAtFixedRate(() -> call(session), 0, PACE_MILLIS, TimeUnit.MILLISECONDS);
        var unusedNews = timer.scheduleWithFixedDelay(() -> report(session), 0, NEWS_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void call(GatewaySession session) {
        if (stopping && open() == 0) {
            idle.countDown();
        }
        if (stopping || open() >= MOST_OPEN) {
            return;
        }
        long number = count("asked");
        var unused = session.callTool("work_" + id, JsonValue.object(Map.of("n", JsonValue.of(number))))
                .thenAccept(outcome -> count(judge(outcome, number)));
    }

    private String judge(ToolOutcome outcome, long number) {
        if (outcome instanceof ToolOutcome.Success success) {
            return success.data().equals(JsonValue.of(Map.of("by", id, "n", number))) ? "ok" : "wrong";
        }
        ToolErrorCode code = ((ToolOutcome.Failure) outcome).code();
        return switch (code) {
            case DISCONNECTED -> "lost";
            case NOT_FOUND -> "absent";
            default -> code.name();
        };
    }

    private long open() {
        return number("asked")
                - counts.keySet().stream()
                        .filter(name -> !name.equals("asked") && !name.equals("twice"))
                        .mapToLong(this::number)
                        .sum();
    }

    private void report(GatewaySession session) {
        Map<String, JsonValue> news = new HashMap<>();
        counts.forEach((name, count) -> news.put(name, JsonValue.of(count.get())));
        news.put(
                "tools",
                JsonValue.of(
                        session.tools().stream().map(it -> it.name().value()).toList()));
        System.out.println(JsonValue.object(news).json());
    }

    private void end(GatewaySession session, HostGateway gateway) {
        stopping = true;
        try {
            if (idle.await(LAST_CALLS_SECONDS, TimeUnit.SECONDS)) {
                report(session);
                System.out.println("over");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        gateway.close();
    }

    private long count(String what) {
        return counts.computeIfAbsent(what, name -> new AtomicLong()).incrementAndGet();
    }

    private long number(String what) {
        return counts.computeIfAbsent(what, name -> new AtomicLong()).get();
    }

    /** What a host has printed last. */
    static Map<String, Long> news(String printed) {
        Map<String, Long> counts = new HashMap<>();
        List<JsonValue> all = all(printed);
        if (!all.isEmpty()) {
            all.get(all.size() - 1).members().forEach((name, value) -> {
                if (value.kind() == JsonKind.NUMBER) {
                    counts.put(name, value.asWholeNumber().orElseThrow());
                }
            });
        }
        return counts;
    }

    /** The tools that a host's session has had at any time. */
    static Set<String> toolsEverSeen(String printed) {
        return all(printed).stream()
                .flatMap(news -> news.get("tools").orElseThrow().elements().stream())
                .map(JsonValue::asString)
                .collect(Collectors.toSet());
    }

    private static List<JsonValue> all(String printed) {
        return printed.substring(0, printed.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.startsWith("{"))
                .map(BusyHost::parsed)
                .toList();
    }

    private static JsonValue parsed(String line) {
        try {
            return JsonValue.parse(line);
        } catch (MalformedJson e) {
            throw new AssertionError(line, e);
        }
    }
}
