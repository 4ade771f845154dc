package io.tapgateway.transport.ws.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.tapgateway.testkit.Depth;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Crowds at the door: a proper provider gets in and is bound all the same (T-26, D-017, D-020). */
class FloodTest {
    private static final int DRIBBLERS = Depth.of(100, 500, 500);
    private static final int CONNECTS_PER_SECOND = Depth.of(200, 1_000, 1_000);
    private static final int BINDS_PER_SECOND = 3;
    private static final Duration LENGTH = Duration.ofSeconds(Depth.of(2, 30, 30));

    /** Not counted: the promise is about a gateway at work, not about code that has never run before. */
    private static final int WARMING_UP = Depth.of(2, 30, 30);

    private static final Duration BOUND_WITHIN = Duration.ofSeconds(Depth.of(5, 1, 1));

    /** Where other programs take most of the machine, the wait is theirs, and only its end can be expected. */
    private static final Duration BOUND_ON_A_BUSY_MACHINE = Duration.ofMinutes(1);

    @Test
    void T26_sockets_that_dribble_keep_no_provider_out() throws Exception {
        try (AttackedGateway gateway = new AttackedGateway();
                Crowd crowd = Crowd.dribbling(gateway.port(), DRIBBLERS)) {
            Neighbours neighbours = new Neighbours();

            List<Duration> bound = bindMeanwhile(gateway);

            assertBoundInTime("dribbling", crowd, bound, neighbours.share());
        }
    }

    @Test
    void T26_connections_without_end_keep_no_provider_out() throws Exception {
        try (AttackedGateway gateway = new AttackedGateway();
                Crowd crowd = Crowd.connecting(gateway.port(), CONNECTS_PER_SECOND)) {
            Neighbours neighbours = new Neighbours();

            List<Duration> bound = bindMeanwhile(gateway);

            assertBoundInTime("connecting", crowd, bound, neighbours.share());
        }
    }

    /** One provider after the other, at a steady rate; each comes, binds and leaves. */
    private static List<Duration> bindMeanwhile(AttackedGateway gateway) throws Exception {
        List<Duration> taken = new ArrayList<>();
        long begin = System.nanoTime();
        for (int i = 0; i < WARMING_UP + LENGTH.toSeconds() * BINDS_PER_SECOND; i++) {
            long due = begin + i * Duration.ofSeconds(1).toNanos() / BINDS_PER_SECOND;
            while (System.nanoTime() < due) {
                gateway.assertBystanderWorks();
            }
            long dialled = System.nanoTime();
            try (RawPeer peer = RawPeer.connect(gateway.port())) {
                gateway.authenticate(peer);
                AttackedGateway.bind(peer, "proper" + i);
                taken.add(Duration.ofNanos(System.nanoTime() - dialled));
            }
        }
        return taken.subList(WARMING_UP, taken.size());
    }

    /** Prints the figures, too, for the page on reliability. */
    private static void assertBoundInTime(String what, Crowd crowd, List<Duration> bound, double othersShare) {
        List<Duration> sorted = new ArrayList<>(bound);
        Collections.sort(sorted);
        Duration p99 = sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1);
        System.out.printf(
                "flood by %s: %,d connections; %d providers bound, p50 %d ms, p99 %d ms; others took %.0f %% of the"
                        + " machine%n",
                what,
                crowd.dialled(),
                bound.size(),
                sorted.get(sorted.size() / 2).toMillis(),
                p99.toMillis(),
                100 * othersShare);
        assertThat(p99).isLessThan(othersShare > 0.5 ? BOUND_ON_A_BUSY_MACHINE : BOUND_WITHIN);
    }

    /** What other programs take of the machine, from now until asked. Confined to one thread. */
    private static final class Neighbours {
        private final OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

        Neighbours() {
            share();
        }

        /** Between 0 and 1. */
        double share() {
            return Math.max(0, machine.getCpuLoad() - machine.getProcessCpuLoad());
        }
    }
}
