package io.tapgateway.benchmarks.footprint;

import io.tapgateway.benchmarks.load.AnsweringPeers;
import io.tapgateway.benchmarks.load.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * How long it takes to bind providers with many tools, and what one tool more costs among them, compared with one that
 * is alone.
 */
final class ManyTools implements Measure {
    private static final int PROVIDERS = 50;
    private static final int TOOLS = 100;
    private static final double MOST_MILLIS = 2_000;
    private static final double TOLERANCE = 0.2;
    private static final int WARM_UP = 20_000;
    private static final int CHANGES = 4_000;

    private final int rounds;

    ManyTools(int rounds) {
        this.rounds = rounds;
    }

    @Override
    public List<Figure> take() throws IOException {
        List<Double> binding = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            try (Target gateway = Target.gateway(Target.OPTIONS);
                    AnsweringPeers peers = new AnsweringPeers(gateway)) {
                binding.add(millisToBind(peers));
            }
        }
        List<Figure> figures = new ArrayList<>(List.of(Figure.of(
                PROVIDERS + " providers bind with " + TOOLS + " tools each",
                Figure.spread(binding, "%.0f", "ms"),
                "2 s",
                Figure.median(binding) <= MOST_MILLIS)));
        figures.addAll(oneMore());
        return figures;
    }

    private static double millisToBind(AnsweringPeers peers) throws IOException {
        long begin = System.nanoTime();
        peers.bindAtOnce(PROVIDERS, TOOLS);
        return (System.nanoTime() - begin) / 1e6;
    }

    private List<Figure> oneMore() throws IOException {
        try (Target full = Target.gateway(Target.OPTIONS);
                Target empty = Target.gateway(Target.OPTIONS);
                AnsweringPeers peers = new AnsweringPeers(full);
                ChangingPeer amongMany = new ChangingPeer(full);
                ChangingPeer alone = new ChangingPeer(empty)) {
            peers.bindAtOnce(PROVIDERS, TOOLS);
            amongMany.change(WARM_UP);
            alone.change(WARM_UP);
            List<Double> micros = new ArrayList<>();
            List<Double> times = new ArrayList<>();
            List<Double> work = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                Change one = measured(empty, alone);
                Change other = measured(full, amongMany);
                micros.add(other.medianNanos / 1e3);
                times.add(other.medianNanos / one.medianNanos);
                work.add(other.cpuNanos / one.cpuNanos);
            }
            return List.of(
                    Figure.of(
                            "one tool more then, to one alone",
                            Figure.spread(times, "%.2f", "of its time"),
                            "1 +- 0.2",
                            Math.abs(Figure.median(times) - 1) <= TOLERANCE),
                    Figure.of(
                            "  which takes",
                            Figure.spread(micros, "%.0f", "us") + ", "
                                    + Figure.spread(work, "%.2f", "of its processor time")));
        }
    }

    private record Change(double medianNanos, double cpuNanos) {}

    private static Change measured(Target gateway, ChangingPeer peer) throws IOException {
        long before = gateway.cpu();
        Histogram latencies = peer.change(CHANGES);
        return new Change(latencies.getValueAtPercentile(50), (double) (gateway.cpu() - before) / CHANGES);
    }
}
