package io.tapgateway.app.doctor;

import io.tapgateway.app.home.HomeDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether the clock has been set back, as far as the files of the home tell. Immutable. */
record ClockCheck(HomeDirectory home, Clock clock) implements DoctorCheck {
    private static final String NAME = "clock";
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    /** Before there was any gateway. */
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private static final String ADVICE = "Set the clock; the times in logs, timelines and pairing windows are wrong.";

    @Override
    public List<DoctorFinding> findings() {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        if (now.isBefore(BEGINNING)) {
            return List.of(DoctorFinding.warn(NAME, "The clock says " + now + ", which cannot be.", ADVICE));
        }
        Optional<Instant> newest = Stream.of(home.gatewayRecord(), home.history(), home.logs(), home.path())
                .flatMap(path -> modified(path).stream())
                .max(Instant::compareTo)
                .filter(modified -> modified.isAfter(now.plus(TOLERANCE)));
        return List.of(newest.map(modified -> DoctorFinding.warn(
                        NAME,
                        "The clock says " + now + ", but files of the gateway are from " + modified
                                + "; it has been set back.",
                        ADVICE))
                .orElse(DoctorFinding.ok(NAME, "The clock says " + now + ".")));
    }

    private static Optional<Instant> modified(Path path) {
        try {
            return Optional.of(Files.getLastModifiedTime(path).toInstant());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
