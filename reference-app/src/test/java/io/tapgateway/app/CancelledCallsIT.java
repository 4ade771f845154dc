package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.link.ConnectorSettings;
import io.tapgateway.link.GatewayConnector;
import io.tapgateway.link.HostGateway;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.SessionChoice;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.ThoroughOnly;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Of two thousand calls every second one is cancelled at a random moment, over every way that leads from another
 * process; {@code LocalConcurrencyTest} does the same within one.
 */
@Timeout(240)
class CancelledCallsIT {
    /** Of two calls over each of three ways. */
    private static final int ROUNDS = 334;

    private static final int PLACES = 8;
    private static final int MOST_SPINS = 200_000;
    private static final String LINKED = "linked";

    @TempDir
    private Path directory;

    private final HttpClient http = HttpClient.newHttpClient();

    /** Of those who hang up: the client may close a connection late, when it has lent it to another request. */
    private final HttpClient hangingUp = HttpClient.newHttpClient();

    private final AtomicInteger ends = new AtomicInteger();
    private PackagedApp app;

    @Test
    @ThoroughOnly("thousands of calls")
    void D233_cancelled_over_any_way_each_call_ends_once_and_no_place_is_lost() throws Exception {
        ExecutorService hosts = Executors.newFixedThreadPool(3);
        try (PackagedApp started = PackagedApp.start(directory);
                HostGateway gateway = GatewayConnector.joinOrStart(ConnectorSettings.home(directory.resolve("home")))) {
            app = started;
            GatewaySession session = gateway.openSession(
                    SessionInfo.of(LINKED, "From afar", directory), SessionHost.ignoringEverything());
            List<BoundProvider> workers = List.of(
                    worker(app.spawnToken("worker"), PackagedApp.SESSION), worker(linkedToken(gateway), LINKED));
            List<Future<Void>> ways = hosts.invokeAll(
                    List.<Callable<Void>>of(() -> overTheLink(session), this::byTheirNames, this::byHangingUp));
            for (Future<Void> way : ways) {
                way.get();
            }

            await().untilAsserted(() -> assertThat(app.load("worker")).isZero());
            assertThat(ends).hasValue(3 * 2 * ROUNDS);
            assertThat(callsAtOnce()).isEqualTo(PLACES);
            workers.forEach(BoundProvider::close);
        } finally {
            hosts.shutdownNow();
        }
    }

    private BoundProvider worker(String token, String session) throws Exception {
        Provider worker = Provider.named("worker")
                .concurrency(PLACES)
                .session(SessionChoice.named(session))
                .tool("work", "Does something", Schema.object(), call -> {
                    spin(new SplittableRandom(), MOST_SPINS);
                    return "done";
                })
                .build();
        BoundProvider bound = WebSocketProvider.connect(app.url(), Credentials.token(token), worker);
        bound.whenBound().toCompletableFuture().get(30, TimeUnit.SECONDS);
        return bound;
    }

    private Void overTheLink(GatewaySession session) throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < ROUNDS; round++) {
            CallHandle kept = session.startCall("work", JsonValue.EMPTY_OBJECT, CallOptions.NONE);
            CallHandle cancelled = session.startCall("work", JsonValue.EMPTY_OBJECT, CallOptions.NONE);
            spin(random, MOST_SPINS);
            cancelled.cancel();
            ToolOutcome outcome = cancelled.outcome().toCompletableFuture().get(30, TimeUnit.SECONDS);
            assertThat(outcome.ok() || outcome.failedWith(ToolErrorCode.CANCELLED))
                    .as(outcome.toString())
                    .isTrue();
            assertThat(kept.outcome()
                            .toCompletableFuture()
                            .get(30, TimeUnit.SECONDS)
                            .ok())
                    .isTrue();
            ends.addAndGet(2);
        }
        return null;
    }

    private Void byTheirNames() throws Exception {
        SplittableRandom random = new SplittableRandom(2);
        for (int round = 0; round < ROUNDS; round++) {
            String name = "call-" + round;
            CompletableFuture<HttpResponse<String>> kept = call("{}");
            CompletableFuture<HttpResponse<String>> cancelled = call("{\"call\":\"" + name + "\"}");
            spin(random, MOST_SPINS);
            send("calls/" + name + "/cancel", "").get(30, TimeUnit.SECONDS);
            JsonValue answer =
                    JsonValue.parse(cancelled.get(30, TimeUnit.SECONDS).body());
            assertThat(answer.get("ok").orElseThrow().asBoolean()
                            || answer.get("errorCode").equals(Optional.of(JsonValue.of("CANCELLED"))))
                    .as(answer.json())
                    .isTrue();
            assertSucceeded(kept);
            ends.addAndGet(2);
        }
        return null;
    }

    private Void byHangingUp() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < ROUNDS; round++) {
            CompletableFuture<HttpResponse<String>> kept = call("{}");
            CompletableFuture<HttpResponse<String>> cancelled = send(hangingUp, "tools/work/call", "{}");
            spin(random, MOST_SPINS);
            cancelled.cancel(true);
            assertSucceeded(kept);
            ends.addAndGet(2);
        }
        return null;
    }

    private static void assertSucceeded(CompletableFuture<HttpResponse<String>> call) throws Exception {
        assertThat(JsonValue.parse(call.get(30, TimeUnit.SECONDS).body()).get("ok"))
                .contains(JsonValue.TRUE);
    }

    /** As many as there are places, which all run only if none of them is taken for good. */
    private int callsAtOnce() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
        for (int i = 0; i < PLACES; i++) {
            calls.add(call("{}"));
        }
        for (CompletableFuture<HttpResponse<String>> call : calls) {
            assertSucceeded(call);
        }
        return calls.size();
    }

    private CompletableFuture<HttpResponse<String>> call(String body) {
        return send("tools/work/call", body);
    }

    private CompletableFuture<HttpResponse<String>> send(String path, String body) {
        return send(http, path, body);
    }

    private CompletableFuture<HttpResponse<String>> send(HttpClient client, String path, String body) {
        return client.sendAsync(
                HttpRequest.newBuilder(app.controlUrl().resolve("/api/sessions/" + PackagedApp.SESSION + "/" + path))
                        .header("Authorization", "Bearer " + app.ownerToken())
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String linkedToken(HostGateway gateway) {
        return gateway.issueSpawnToken(new SessionId(LINKED), new ProviderName("worker"))
                .reveal();
    }

    private static void spin(SplittableRandom random, int most) {
        for (int spins = random.nextInt(most); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }
}
