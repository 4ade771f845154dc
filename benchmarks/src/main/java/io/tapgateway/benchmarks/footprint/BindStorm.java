package io.tapgateway.benchmarks.footprint;

import io.tapgateway.benchmarks.load.AnsweringPeers;
import io.tapgateway.benchmarks.load.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Many providers that connect, authenticate and bind at the same moment: with a gateway just started, and with one that
 * has seen it before.
 */
final class BindStorm implements Measure {
    private static final int REPEATED = 3;

    private final int rounds;
    private final int providers;

    BindStorm(int rounds, int providers) {
        this.rounds = rounds;
        this.providers = providers;
    }

    @Override
    public List<Figure> take() throws IOException {
        Storms first = new Storms();
        Storms later = new Storms();
        for (int round = 0; round < rounds; round++) {
            try (Target gateway = Target.gateway(Target.OPTIONS)) {
                storm(gateway, first);
                for (int i = 0; i < REPEATED; i++) {
                    storm(gateway, later);
                }
            }
        }
        return List.of(
                Figure.of(providers + " providers at once", first.text()),
                Figure.of("  when done before", later.text()));
    }

    private void storm(Target gateway, Storms storms) throws IOException {
        try (AnsweringPeers peers = new AnsweringPeers(gateway)) {
            long begin = System.nanoTime();
            Histogram untilBound = peers.bindAtOnce(providers, 1);
            storms.perSecond.add(providers * 1e9 / (System.nanoTime() - begin));
            storms.p99.add(untilBound.getValueAtPercentile(99) / 1e6);
        }
    }

    private static final class Storms {
        private final List<Double> perSecond = new ArrayList<>();
        private final List<Double> p99 = new ArrayList<>();

        String text() {
            return Figure.spread(perSecond, "%.0f", "bound a second") + ", p99 " + Figure.spread(p99, "%.0f", "ms");
        }
    }
}
