package io.tapgateway.benchmarks.footprint;

import io.tapgateway.benchmarks.load.AnsweringPeers;
import io.tapgateway.benchmarks.load.Scenario;
import io.tapgateway.benchmarks.load.Target;
import io.tapgateway.protocol.model.Limit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** The heap it takes when ten providers send the largest results there may be at the same moment. */
final class LargeResults implements Measure {
    private static final int PROVIDERS = 10;
    private static final int AROUND_THE_DATA = 200;
    private static final String RESULT =
            "\"" + "x".repeat((int) Limit.TOOL_RESULT_MESSAGE.standard() - AROUND_THE_DATA) + "\"";
    private static final List<Integer> HEAPS_MB = List.of(64, 96, 128, 160, 192, 224, 256, 320, 384, 512);

    private final int rounds;

    LargeResults(int rounds) {
        this.rounds = rounds;
    }

    @Override
    public List<Figure> take() throws IOException {
        List<Double> peaks = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            peaks.add(peakMegabytes(Target.OPTIONS));
        }
        return List.of(
                Figure.of("peak of heap, ten results of 5 MB at once", Figure.spread(peaks, "%.0f", "MB")),
                Figure.of(
                        "  the smallest heap in which they arrive",
                        smallestHeap().map(it -> it + " MB").orElse("more than 512 MB")));
    }

    private static Optional<Integer> smallestHeap() {
        return HEAPS_MB.stream().filter(LargeResults::arriveWith).findFirst();
    }

    private static boolean arriveWith(int megabytes) {
        try {
            peakMegabytes(List.of(
                    "-Xmx" + megabytes + "m",
                    "-XX:+UseSerialGC",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-XX:+DisplayVMOutputToStderr"));
            return true;
        } catch (IOException | UncheckedIOException | CompletionException e) {
            return false;
        }
    }

    private static double peakMegabytes(List<String> options) throws IOException {
        try (Target gateway = Target.gateway(options);
                AnsweringPeers peers = new AnsweringPeers(gateway)) {
            peers.bindAtOnce(PROVIDERS, 1);
            peers.answerTogether(RESULT);
            long before = gateway.heap();
            gateway.call(new Scenario(PROVIDERS, 1, Scenario.ENVELOPE), 0, peers);
            return (gateway.peak() - before) / 1e6;
        }
    }
}
