package io.tapgateway.testkit.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.RecordingHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A page that wants to get in, and has all the time in the world (T-04, T-05). */
final class HostilePageTest {
    private static final Duration A_MONTH = Duration.ofDays(30);
    private static final String WRONG = "the pairing code is wrong";

    private final SplittableRandom random = new SplittableRandom(20_260_101);
    private final ManualClock clock = ManualClock.create();
    private final RecordingHost host = new RecordingHost();
    private final Gateway gateway = Gateway.builder()
            .clock(clock)
            .executor(Runnable::run)
            .pairing(PairingPolicy.always(PairingPolicy.Mode.ASK))
            .build();

    private int guesses;
    private int connections;
    private Optional<Visitor> idle = Optional.empty();

    HostilePageTest() {
        gateway.openSession(SessionInfo.of("s", "A session", Path.of("/code")).withForeground(true), host);
    }

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    @Test
    void T04_in_a_month_no_more_than_20_guesses_are_checked_between_unlocks() {
        besiege(A_MONTH);
        int first = guesses;
        boolean lockedOut = gateway.pairing().status().lockedOut();
        int connectionsOfAMonth = connections;

        gateway.pairing().unlock();
        besiege(A_MONTH);

        assertThat(connectionsOfAMonth).isGreaterThan(1_000);
        assertThat(first).isEqualTo(20);
        assertThat(lockedOut).isTrue();
        assertThat(guesses - first).isEqualTo(20);
    }

    private void besiege(Duration time) {
        long end = clock.nanos() + time.toNanos();
        while (clock.nanos() < end) {
            attack();
            clock.advance(
                    Duration.ofMillis(random.nextLong(Duration.ofMinutes(10).toMillis())));
        }
    }

    private void attack() {
        Visitor page = arrives();
        int shown = Timeline.codes(host).size();
        switch (random.nextInt(9)) {
            case 0 -> page.says("{\"type\":\"auth\",\"mode\":\"pair\",\"token\":\"ext-tok-1\"}");
            case 1 -> page.says("{\"type\":\"auth\",\"mode\":\"pair\",\"code\":\"123456\",\"deviceToken\":\"x\"}");
            case 2 -> page.types("123456");
            case 3 -> page.says("{\"type\":\"auth\",\"token\":\"123456\"}");
            default -> page.asks();
        }
        if (Timeline.codes(host).size() == shown) {
            return;
        }
        String guess = Timeline.unlike(Timeline.codes(host).get(shown));
        switch (random.nextInt(8)) {
            case 0 -> page.leaves();
            case 1 -> {
                page.types(guess);
                page.leaves();
                // The answer comes after a moment; nobody is there to hear it, but the guess was checked.
                guesses++;
            }
            case 2 -> page.says("{\"type\":\"auth.confirm\",\"code\":" + 123456 + "}");
            case 3 -> IntStream.range(0, 50).forEach(i -> guess(page, guess));
            case 4 -> {
                idle.ifPresent(other -> guess(other, guess));
                idle = Optional.of(page);
            }
            case 5 -> page.asks();
            default -> guess(page, guess);
        }
    }

    private void guess(Visitor page, String code) {
        boolean told = page.wasTold(WRONG);
        page.types(code);
        clock.advance(Duration.ofMillis(100));
        assertThat(page.heard()).noneMatch(Sessions.class::isInstance);
        guesses += page.wasTold(WRONG) && !told ? 1 : 0;
    }

    /** From one of many origins, as far as there is room; a patient attacker comes back until there is. */
    private Visitor arrives() {
        List<Optional<String>> origins = Stream.of(
                        "https://evil.example",
                        "https://" + random.nextInt(1_000) + ".evil.example",
                        "http://localhost:" + (3_000 + random.nextInt(10)),
                        "")
                .map(it -> it.isEmpty() ? Optional.<String>empty() : Optional.of(it))
                .toList();
        connections++;
        return new Visitor(gateway, origins.get(random.nextInt(origins.size())));
    }

    @Test
    void T05_a_page_that_asks_a_thousand_times_shows_no_more_than_three_lines() {
        for (int i = 0; i < 1_000; i++) {
            Visitor page = new Visitor(gateway, Optional.of("http://localhost:5173"));
            page.asks();
            if (i % 2 == 0) {
                page.leaves();
            }
        }

        assertThat(host.timeline()).hasSizeBetween(1, 3);
    }

    @Test
    void T05_in_a_day_a_page_shows_three_codes_every_ten_minutes_at_most() {
        for (int minute = 0; minute < Duration.ofDays(1).toMinutes(); minute++) {
            Visitor page = new Visitor(gateway, Optional.of("http://localhost:5173"));
            page.asks();
            page.leaves();
            clock.advance(Duration.ofMinutes(1));
        }

        assertThat(Timeline.codes(host)).hasSizeLessThanOrEqualTo(3 * 24 * 6);
    }
}
