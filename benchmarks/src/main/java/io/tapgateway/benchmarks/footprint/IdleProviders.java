package io.tapgateway.benchmarks.footprint;

import io.tapgateway.benchmarks.load.AnsweringPeers;
import io.tapgateway.benchmarks.load.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The heap that a provider takes which is bound with one tool and does nothing. */
final class IdleProviders implements Measure {
    private static final double MOST_KB = 40;
    private static final int TO_LOAD_CLASSES = 20;
    private static final int AT_ONCE = 100;

    private final int rounds;
    private final int providers;

    IdleProviders(int rounds, int providers) {
        this.rounds = rounds;
        this.providers = providers;
    }

    @Override
    public List<Figure> take() throws IOException {
        List<Double> each = new ArrayList<>();
        List<Double> left = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            try (Target gateway = Target.gateway(Target.OPTIONS)) {
                bindAndMeasure(gateway, TO_LOAD_CLASSES);
                long before = gateway.heap();
                each.add((bindAndMeasure(gateway, providers) - before) / 1e3 / providers);
                left.add((gateway.heap() - before) / 1e3 / providers);
            }
        }
        return List.of(
                Figure.of(
                        "heap of each of " + providers + " idle providers",
                        Figure.spread(each, "%.1f", "KB"),
                        "40 KB",
                        Figure.median(each) <= MOST_KB),
                Figure.of("  once they have gone", Figure.spread(left, "%.1f", "KB")));
    }

    private static long bindAndMeasure(Target gateway, int count) throws IOException {
        try (AnsweringPeers peers = new AnsweringPeers(gateway)) {
            for (int left = count; left > 0; left -= AT_ONCE) {
                peers.bindAtOnce(Math.min(left, AT_ONCE), 1);
            }
            return gateway.heap();
        }
    }
}
