package io.tapgateway.conformance.provider;

import io.tapgateway.conformance.CaseResult;
import io.tapgateway.conformance.CaseResult.Departure;
import io.tapgateway.conformance.CaseResult.Outcome;
import io.tapgateway.conformance.ConformanceCase;
import io.tapgateway.conformance.ConformanceReport;
import io.tapgateway.conformance.SuiteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Plays the cases that providers must keep to, one after the other. Confined to one thread. */
public final class ProviderSuite {
    private final ProviderTarget target;
    private final SuiteOptions options;
    private final LongSupplier nanos;

    /** @param nanos monotonic time */
    public ProviderSuite(ProviderTarget target, SuiteOptions options, LongSupplier nanos) {
        this.target = target;
        this.options = options;
        this.nanos = nanos;
    }

    /** All that providers must keep to, by name. */
    public static List<ConformanceCase> cases() {
        return Stream.of(ProviderCase.values())
                .map(ProviderCase::about)
                .sorted(Comparator.comparing(ConformanceCase::id))
                .toList();
    }

    /**
     * Plays what is wanted.
     *
     * @param listener is told of each case when it has been played
     * @throws IOException if the program cannot be started, or the gateway that it is to meet
     */
    public ConformanceReport run(Consumer<CaseResult> listener) throws IOException {
        long end = nanos.getAsLong() + options.within().toNanos();
        List<ProviderCase> cases = new ArrayList<>(Stream.of(ProviderCase.values())
                .filter(one -> options.wants(one.about()))
                .toList());
        Collections.shuffle(cases, new Random(options.seed()));
        List<CaseResult> results = new ArrayList<>();
        for (ProviderCase one : cases) {
            CaseResult result = result(one, end);
            results.add(result);
            listener.accept(result);
        }
        return new ConformanceReport(options.seed(), results);
    }

    private CaseResult result(ProviderCase one, long end) throws IOException {
        long start = nanos.getAsLong();
        if (start - end >= 0) {
            return CaseResult.without(
                    one.about(),
                    Outcome.NOT_RUN,
                    "no time was left of " + options.within().toSeconds() + " s");
        }
        Path home = Files.createTempDirectory("tapgateway-conformance").toRealPath();
        try (StagedGateway gateway = new StagedGateway(home);
                ProviderStage stage = new ProviderStage(target, gateway, options.patience(), nanos)) {
            try {
                one.play(stage);
                stage.requireNoMistake(one.refusal());
                return CaseResult.passed(one.about(), time(start));
            } catch (AssertionError e) {
                Departure departure = new Departure(
                        one.sentence(), one.about().id(), String.valueOf(e.getMessage()), gateway.conversation());
                return CaseResult.failed(one.about(), time(start), departure);
            }
        } finally {
            delete(home);
        }
    }

    private Duration time(long start) {
        return Duration.ofNanos(nanos.getAsLong() - start);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
