package io.tapgateway.app.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.testkit.Depth;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All connections are lost at once, and everybody comes back: each is who it was, and hosts are not told more than they can take. */
class StormIT {
    private static final int SESSIONS = 5;
    private static final int GUESTS = Depth.of(100, 2_000, 8_000);
    private static final int ATTEMPTS = 5;
    private static final int CONNECTING_AT_ONCE = 50;
    private static final long PATIENCE_SECONDS = 120;

    /** Clients wait for a random part of this before they try again. */
    private static final long BACK_OFF_MILLIS = Depth.of(200, 4_000, 16_000);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ExecutorService work = Executors.newFixedThreadPool(2);
    private final AtomicInteger turnedAway = new AtomicInteger();
    private final Random random = new Random(42);

    @AfterEach
    void stop() {
        work.shutdownNow();
    }

    @Test
    void D116_D080_everybody_is_restored_and_hosts_are_not_flooded() throws Exception {
        List<CountingHost> hosts =
                IntStream.range(0, SESSIONS).mapToObj(i -> new CountingHost()).toList();
        try (Household household = Household.of(List.copyOf(hosts), GUESTS + 100)) {
            List<Guest> guests = new ArrayList<>();
            for (int i = 0; i < GUESTS; i++) {
                guests.add(new Guest("g" + i, household.token(i, "g" + i)));
            }
            List<String> ids = arrive(guests, household);
            awaitTools(household);
            hosts.forEach(CountingHost::reset);
            long begun = System.nanoTime();

            guests.forEach(Guest::drop);
            List<Return> returns = comeBack(guests, household);

            awaitTools(household);
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun) + 1;
            assertThat(returns.stream().map(Return::id)).containsExactlyElementsOf(ids);
            assertThat(household.gateway().providers())
                    .hasSize(GUESTS)
                    .extracting(ProviderView::providerId)
                    .doesNotHaveDuplicates();
            // Once a second as long as something changes all the time, and once more after each pause of the storm.
            assertThat(hosts).allSatisfy(host -> assertThat(host.told()).isLessThanOrEqualTo(2 * (int) seconds + 2));
            say(returns, hosts.stream().mapToInt(CountingHost::told).sum() / (double) SESSIONS / seconds);
        }
    }

    /** A provider that is there again, and how long it took from the first packet. */
    private record Return(String id, long nanos) {}

    private List<String> arrive(List<Guest> guests, Household household) throws Exception {
        List<String> ids = new ArrayList<>();
        for (int from = 0; from < guests.size(); from += CONNECTING_AT_ONCE) {
            List<CompletableFuture<String>> some =
                    guests.subList(from, Math.min(guests.size(), from + CONNECTING_AT_ONCE)).stream()
                            .map(guest -> guest.connect(http, household.url()))
                            .toList();
            for (CompletableFuture<String> one : some) {
                ids.add(one.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
        }
        return ids;
    }

    private List<Return> comeBack(List<Guest> guests, Household household) throws Exception {
        List<CompletableFuture<Return>> coming = new ArrayList<>();
        for (Guest guest : guests) {
            coming.add(comeBack(guest, household, ATTEMPTS));
        }
        List<Return> returns = new ArrayList<>();
        for (CompletableFuture<Return> one : coming) {
            returns.add(one.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
        return returns;
    }

    /** After a pause; and once more if the gateway had too much to do to let it in. */
    private CompletableFuture<Return> comeBack(Guest guest, Household household, int attempts) {
        long delay = (long) (random.nextDouble() * BACK_OFF_MILLIS);
        Executor later = CompletableFuture.delayedExecutor(delay, TimeUnit.MILLISECONDS, work);
        CompletableFuture<Return> back = CompletableFuture.supplyAsync(System::nanoTime, later)
                .thenCompose(asked -> guest.connect(http, household.url())
                        .thenApply(id -> new Return(id, System.nanoTime() - asked)));
        if (attempts == 1) {
            return back;
        }
        return back.exceptionallyCompose(refusal -> {
            turnedAway.incrementAndGet();
            return comeBack(guest, household, attempts - 1);
        });
    }

    private static void awaitTools(Household household) {
        await().atMost(Duration.ofSeconds(PATIENCE_SECONDS))
                .until(() -> household.sessions().stream()
                        .allMatch(session -> session.tools().size() == GUESTS / SESSIONS));
    }

    private void say(List<Return> returns, double listsPerSecond) {
        long[] nanos = returns.stream().mapToLong(Return::nanos).sorted().toArray();
        Figures.say(
                "storm: %d reconnected within %d ms of back-off, %d turned away before; p50 %.1f ms, p99 %.1f ms, the slowest %.1f ms; %.1f tool lists"
                        + " per session and second",
                returns.size(),
                BACK_OFF_MILLIS,
                turnedAway.get(),
                nanos[nanos.length / 2] / 1e6,
                nanos[nanos.length * 99 / 100] / 1e6,
                nanos[nanos.length - 1] / 1e6,
                listsPerSecond);
    }

    /** Counts the lists of tools it is told. Thread-safe. */
    private static final class CountingHost implements SessionHost {
        private final AtomicInteger told = new AtomicInteger();

        void reset() {
            told.set(0);
        }

        int told() {
            return told.get();
        }

        @Override
        public void toolsChanged(List<RegisteredTool> tools) {
            told.incrementAndGet();
        }

        @Override
        public void log(TimelineEntry entry) {}

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return CompletableFuture.completedFuture(null);
        }
    }
}
