package io.tapgateway.conformance;

import io.tapgateway.conformance.CaseResult.Departure;
import io.tapgateway.conformance.CaseResult.Outcome;
import io.tapgateway.testkit.transcript.Transcript;
import io.tapgateway.testkit.transcript.Transcript.Need;
import io.tapgateway.testkit.transcript.TranscriptFailure;
import io.tapgateway.testkit.transcript.TranscriptRunner;
import io.tapgateway.testkit.transcript.Transcripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Plays the cases, one after the other, against a gateway. Confined to one thread. */
public final class GatewaySuite {
    /** In which gateways count how often something happens. */
    private static final Duration RATE_WINDOW = Duration.ofMinutes(1);

    private final GatewayTarget target;
    private final SuiteOptions options;
    private final LongSupplier nanos;
    private final Consumer<Duration> pause;
    private final Set<Need> offered;

    /** @param nanos monotonic time */
    public GatewaySuite(GatewayTarget target, SuiteOptions options, LongSupplier nanos) {
        this(target, options, nanos, length -> wait(length, nanos));
    }

    /** @param pause waits for that long */
    GatewaySuite(GatewayTarget target, SuiteOptions options, LongSupplier nanos, Consumer<Duration> pause) {
        this.pause = pause;
        this.target = target;
        this.options = options;
        this.nanos = nanos;
        this.offered = EnumSet.of(Need.PROGRAMS, Need.PAGES);
        if (target.driver().spawns()) {
            offered.add(Need.SPAWN);
        }
        if (target.discoveryToken().isPresent()) {
            offered.add(Need.DISCOVERY);
        }
        if (target.driver().isAlone()) {
            offered.add(Need.NO_OTHER_SESSIONS);
        }
    }

    /**
     * Plays what is wanted. What a gateway refuses because there was too much of it lately is played again when a
     * minute has passed, as long as there is time.
     *
     * @param listener is told of each case when it has been played for the last time
     */
    public ConformanceReport run(Consumer<CaseResult> listener) {
        long end = nanos.getAsLong() + options.within().toNanos();
        List<ConformanceCase> cases = new ArrayList<>(
                ConformanceCase.all().stream().filter(options::wants).toList());
        Collections.shuffle(cases, new Random(options.seed()));
        List<CaseResult> results = new ArrayList<>();
        while (!cases.isEmpty()) {
            boolean mayWait = end - nanos.getAsLong() > RATE_WINDOW.toNanos();
            List<ConformanceCase> again = new ArrayList<>();
            for (ConformanceCase one : cases) {
                CaseResult result = result(one, end);
                if (mayWait && isTooMuch(result)) {
                    again.add(one);
                } else {
                    results.add(result);
                    listener.accept(result);
                }
            }
            if (!again.isEmpty()) {
                pause.accept(RATE_WINDOW);
            }
            cases = again;
        }
        return new ConformanceReport(options.seed(), results);
    }

    private static boolean isTooMuch(CaseResult result) {
        return result.departure()
                .filter(it -> it.difference().contains("RATE_LIMITED"))
                .isPresent();
    }

    private CaseResult result(ConformanceCase one, long end) {
        Transcript transcript = Transcripts.named(one.id());
        Optional<String> missing = missing(transcript);
        if (missing.isPresent()) {
            return CaseResult.without(one, Outcome.SKIPPED, missing.get());
        }
        long start = nanos.getAsLong();
        if (start - end >= 0) {
            return CaseResult.without(
                    one,
                    Outcome.NOT_RUN,
                    "no time was left of " + options.within().toSeconds() + " s");
        }
        var unused = target.driver().shortcoming();
        DrivenStage stage = new DrivenStage(target, options.patience());
        try {
            TranscriptRunner.play(transcript, stage);
            return CaseResult.passed(one, time(start));
        } catch (TranscriptFailure e) {
            Optional<String> beyond = target.driver().shortcoming();
            if (beyond.isPresent()) {
                return CaseResult.without(one, Outcome.SKIPPED, "needs another driver: " + beyond.get());
            }
            return CaseResult.failed(
                    one,
                    time(start),
                    new Departure(e.why(), e.line(), Minutes.withoutTokens(e.difference()), stage.conversation()));
        }
    }

    private Optional<String> missing(Transcript transcript) {
        Set<Need> missing = EnumSet.copyOf(transcript.needs());
        missing.removeAll(offered);
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(missing.stream().map(GatewaySuite::sentence).collect(Collectors.joining(", ")));
    }

    private static String sentence(Need need) {
        return switch (need) {
            case VIRTUAL_TIME -> "needs time that can be advanced";
            case OWN_GATEWAY -> "needs a gateway of its own";
            case SPAWN -> "needs a driver with tokens for programs";
            case DISCOVERY -> "needs a token file";
            case PERSON -> "needs a person whose answers can be played";
            case NO_OTHER_SESSIONS -> "needs a gateway without other sessions";
            case PROGRAMS, PAGES -> "needs connections";
        };
    }

    private static void wait(Duration length, LongSupplier nanos) {
        long end = nanos.getAsLong() + length.toNanos();
        for (long left = length.toNanos(); left > 0 && !Thread.interrupted(); left = end - nanos.getAsLong()) {
            LockSupport.parkNanos(left);
        }
    }

    private Duration time(long start) {
        return Duration.ofNanos(nanos.getAsLong() - start);
    }
}
