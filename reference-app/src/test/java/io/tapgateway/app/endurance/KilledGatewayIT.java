package io.tapgateway.app.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.PackagedApp;
import io.tapgateway.app.RunningProgram;
import io.tapgateway.app.run.AppProcess;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.Depth;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gateway is killed at work, again and again: the next one listens where it did, at once, and whatever the dead one
 * gave out or left behind is worth nothing.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class KilledGatewayIT {
    private static final int KILLS = Depth.of(2, 8, 200);
    private static final int CALLS = 5;
    private static final String GUEST = "guest";
    private static final int NOT_RUNNING = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /**
     * Most of it is the start of a Java program; where others want the processor, too, only that it comes can be
     * expected.
     */
    private static final Duration LISTENS_WITHIN = Duration.ofSeconds(2);

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Start> starts = new ArrayList<>();

    @TempDir
    private Path directory;

    /**
     * A gateway that was started.
     *
     * @param nanos until it listened
     * @param others what other programs took of the machine meanwhile
     */
    private record Start(long nanos, double others) {
        boolean isInTime() {
            return nanos < LISTENS_WITHIN.toNanos();
        }

        boolean isDisturbed() {
            return others > 0.3;
        }
    }

    @Test
    @ThoroughOnly("it starts many programs; DetachedIT kills some")
    void D227_the_next_one_listens_at_once_and_nothing_of_the_last_one_is_worth_anything() throws Exception {
        PackagedApp app = PackagedApp.start(directory);
        try (GuestLoop loop = new GuestLoop()) {
            for (int round = 0; round < KILLS; round++) {
                app = afterKilling(app, loop, round);
            }
        } finally {
            app.close();
        }

        List<Long> sorted = starts.stream().map(Start::nanos).sorted().toList();
        Figures.say(
                "gateway: killed %d times, the next one listened after %d ms (median), %d ms at most; %d in time, %d beside programs"
                        + " that took more than 30 %% of the machine",
                KILLS,
                millis(sorted.get(sorted.size() / 2)),
                millis(sorted.get(sorted.size() - 1)),
                starts.stream().filter(Start::isInTime).count(),
                starts.stream().filter(Start::isDisturbed).count());
        assertThat(starts).allMatch(start -> start.isInTime() || start.isDisturbed());
    }

    /** Kills it while calls run, and every other time the next one before it listens; then starts one that lives. */
    private PackagedApp afterKilling(PackagedApp app, GuestLoop loop, int round) throws Exception {
        Guest guest = new Guest(loop, GUEST, app.spawnToken(GUEST));
        Guest program = new Guest(loop, "program", app.providerToken());
        String id = bound(guest, app);
        bound(program, app);
        List<CompletableFuture<JsonValue>> calls = Stream.generate(() -> app.call("tool-" + GUEST, Map.of()))
                .limit(CALLS)
                .toList();
        String[] ports = {
            "--port",
            "" + app.url().getPort(),
            "--control-port",
            "" + app.controlUrl().getPort()
        };
        await().atMost(PATIENCE).until(() -> app.load(GUEST) == CALLS);

        app.kill();

        assertThat(calls).allSatisfy(call -> assertThat(call).failsWithin(PATIENCE));
        if (round % 2 == 1) {
            killWhileItStarts(app.ownerToken(), ports);
        }
        assertThat(status(app)).isEqualTo(NOT_RUNNING);
        OtherPrograms others = new OtherPrograms();
        long begun = System.nanoTime();
        PackagedApp next = PackagedApp.start(directory, ports);
        starts.add(new Start(System.nanoTime() - begun, others.share()));
        assertNothingIsWorthAnything(app, next, List.of(guest, program));
        Guest heir = guest.heir(next.spawnToken(GUEST));
        assertThat(bound(heir, next)).isNotEqualTo(id);
        heir.drop();
        // Until then the next guest of that name would be a second one.
        await().atMost(PATIENCE).until(() -> next.providerIds().isEmpty());
        return next;
    }

    private static String bound(Guest guest, PackagedApp app) throws Exception {
        return guest.connect(app.url().getPort())
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .id();
    }

    /** At the moment when it has begun to write its files. */
    private void killWhileItStarts(String oldOwnerToken, String... ports) throws Exception {
        List<String> command = new ArrayList<>(List.of("run", "--json", "--headless"));
        command.addAll(List.of(ports));
        Path ownerToken = directory.resolve("home").resolve("owner.token");
        try (AppProcess starting = AppProcess.start(directory, command.toArray(String[]::new))) {
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> !isStill(ownerToken, oldOwnerToken));
            starting.signal("KILL");
            var unused = starting.end();
        }
    }

    /** Who starts removes the file first. */
    private static boolean isStill(Path file, String content) throws IOException {
        try {
            return Files.readString(file).strip().equals(content);
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    private int status(PackagedApp dead) {
        List<String> command = PackagedApp.ownersCommand("status");
        try (RunningProgram status = RunningProgram.start(directory, dead.ownersEnvironment(), command)) {
            return status.awaitExit(PATIENCE);
        }
    }

    private void assertNothingIsWorthAnything(PackagedApp dead, PackagedApp next, List<Guest> guests) throws Exception {
        assertThat(next.url()).isEqualTo(dead.url());
        assertThat(Files.readString(directory.resolve("home").resolve("gateway.json")))
                .contains("\"pid\":" + next.pid() + ",");
        HttpRequest asOldOwner = HttpRequest.newBuilder(next.controlUrl().resolve("/api/sessions"))
                .header("Authorization", "Bearer " + dead.ownerToken())
                .build();
        assertThat(http.send(asOldOwner, BodyHandlers.discarding()).statusCode())
                .isEqualTo(401);
        for (Guest guest : guests) {
            assertThat(guest.connect(next.url().getPort()))
                    .failsWithin(PATIENCE)
                    .withThrowableThat()
                    .withMessageContaining("AUTH_FAILED");
        }
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
