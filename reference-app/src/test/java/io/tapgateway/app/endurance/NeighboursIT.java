package io.tapgateway.app.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.Depth;
import io.tapgateway.testkit.ThoroughOnly;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One provider is stopped, one floods, and one reads slowly: the others notice nothing, nor does the gateway's memory,
 * and who asks the stopped one is told in time.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class NeighboursIT {
    private static final int GOOD_ONES = 2;
    private static final int ROUNDS = Depth.of(1, 4, 30);
    private static final Duration ROUND = Duration.ofSeconds(Depth.of(1, 3, 4));
    private static final int CALLS_PER_SECOND = 200;
    private static final int CALLS_TO_THE_STOPPED = 8;

    /** What the tools of those ask for that can become a nuisance. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /** More than that is not the timeout any more, however busy the machine. */
    private static final Duration IN_TIME = Duration.ofSeconds(10);

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long HEAP_GROWTH = 64 << 20;

    /** Together much more than somebody who reads a little at a time takes in a round. */
    private static final int LONG_CALLS = 30;

    private static final String LONG_TEXT = "x".repeat(300_000);

    private static final double P99_GROWTH = 1.2;

    /** Fewer than a control port lets wait, however slowly a busy machine answers. */
    private static final int CALLS_AT_A_TIME = 64;

    private final Semaphore room = new Semaphore(CALLS_AT_A_TIME);
    private final ExecutorService host = Executors.newSingleThreadExecutor();

    @TempDir
    private Path directory;

    @Test
    @ThoroughOnly("it measures")
    void D019_D231_a_stopped_a_flooding_and_a_dawdling_provider_cost_their_neighbours_little() throws Exception {
        Map<String, Integer> endsQuiet = new TreeMap<>();
        Map<String, Integer> endsNoisy = new TreeMap<>();
        List<Double> quiet = new ArrayList<>();
        List<Double> noisy = new ArrayList<>();
        try (Neighbourhood place = Neighbourhood.open(directory, GOOD_ONES)) {
            p99(place, endsQuiet);
            long before = place.heap();
            long most = before;
            OtherPrograms others = new OtherPrograms();
            for (int round = 0; round < ROUNDS; round++) {
                quiet.add(p99(place, endsQuiet));
                noisy.add(besideNuisances(place, endsNoisy));
                most = Math.max(most, place.heap());
                settle(place, round);
            }
            judge(median(quiet), median(noisy), others.share());
            Figures.say(
                    "neighbours: the heap of %,d KiB grew by at most %,d KiB; long calls to the dawdling one ended %s while it"
                            + " read, %s when it did so slowly; %s",
                    before >> 10, (most - before) >> 10, endsQuiet, endsNoisy, place.news());
            assertThat(most - before).isLessThanOrEqualTo(HEAP_GROWTH);
            assertThat(place.news()).contains("RATE_LIMITED");
            assertThat(endsNoisy.keySet()).contains("TIMEOUT").isSubsetOf("OK", "TIMEOUT", "DISCONNECTED", "NOT_FOUND");
        } finally {
            host.shutdownNow();
        }
    }

    /** A ratio of times is only worth something where nobody else wants the processor, and with many rounds. */
    private static void judge(double quiet, double noisy, double others) {
        Figures.say(
                "neighbours: p99 of calls %.1f ms quiet, %.1f ms beside a stopped, a flooding and a dawdling provider (medians of"
                        + " %d rounds); others took %.0f %% of the machine",
                quiet, noisy, ROUNDS, 100 * others);
        if (Depth.current() == Depth.RELEASE && others < 0.1) {
            assertThat(noisy).isLessThanOrEqualTo(P99_GROWTH * quiet);
        }
    }

    private double besideNuisances(Neighbourhood place, Map<String, Integer> ends) throws Exception {
        place.misbehave();
        List<CompletableFuture<JsonValue>> lost = Stream.generate(
                        () -> place.call(Neighbourhood.STOPPED, Map.of("n", 0)))
                .limit(CALLS_TO_THE_STOPPED)
                .toList();
        long called = System.nanoTime();

        double p99 = p99(place, ends);

        for (CompletableFuture<JsonValue> one : lost) {
            JsonValue outcome = one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(outcome.get("errorCode").map(JsonValue::asString)).contains("TIMEOUT");
            assertThat(outcome.get("durationMs")
                            .flatMap(JsonValue::asWholeNumber)
                            .orElseThrow())
                    .isBetween(TIMEOUT.toMillis(), IN_TIME.toMillis());
        }
        assertThat(System.nanoTime() - called).isLessThan(ROUND.plus(IN_TIME).toNanos());
        assertThat(place.load(Neighbourhood.STOPPED)).isZero();
        return p99;
    }

    /** Who was a nuisance is a provider like any other. */
    private static void settle(Neighbourhood place, int round) {
        place.behave(round);
        for (String provider : List.of(Neighbourhood.STOPPED, Neighbourhood.FLOODING, Neighbourhood.DAWDLING)) {
            await("that " + provider + " answers again").atMost(PATIENCE).until(() -> succeeds(place, provider, round));
        }
    }

    private static boolean succeeds(Neighbourhood place, String provider, int number) throws Exception {
        return place.codeOfCall(provider, Map.of("n", number))
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .equals("OK");
    }

    /**
     * Of calls to the good ones at a steady rate, each as it should be; in milliseconds. Meanwhile somebody has a lot
     * to say to the one that may read slowly, which may cost it its connection; each of those calls ends, too.
     */
    private double p99(Neighbourhood place, Map<String, Integer> ends) throws Exception {
        List<CompletableFuture<String>> longOnes = new ArrayList<>();
        for (int n = 0; n < LONG_CALLS; n++) {
            longOnes.add(after(n * ROUND.toMillis() / LONG_CALLS)
                    .thenCompose(now -> place.codeOfCall(Neighbourhood.DAWDLING, Map.of("text", LONG_TEXT))));
        }
        List<CompletableFuture<Long>> calls = new ArrayList<>();
        for (int n = 0; n < ROUND.toSeconds() * CALLS_PER_SECOND; n++) {
            int number = n;
            calls.add(after(n * 1_000L / CALLS_PER_SECOND).thenCompose(now -> timed(place, number)));
        }
        List<Long> nanos = new ArrayList<>();
        for (CompletableFuture<Long> call : calls) {
            nanos.add(call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        }
        for (CompletableFuture<String> call : longOnes) {
            ends.merge(call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS), 1, Integer::sum);
        }
        return nanos.stream()
                        .sorted()
                        .skip(nanos.size() * 99L / 100)
                        .findFirst()
                        .orElseThrow()
                / 1e6;
    }

    private CompletableFuture<Void> after(long millis) {
        return CompletableFuture.runAsync(
                () -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, host));
    }

    /** The wait for room is part of the time that a call takes. */
    private CompletableFuture<Long> timed(Neighbourhood place, int number) {
        long called = System.nanoTime();
        room.acquireUninterruptibly();
        return place.call("p" + number % GOOD_ONES, Map.of("n", number))
                .whenComplete((outcome, failure) -> room.release())
                .thenApply(outcome -> {
                    assertThat(outcome.get("data").map(JsonValue::json))
                            .as(outcome.json())
                            .contains("{\"n\":" + number + "}");
                    return System.nanoTime() - called;
                });
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }
}
