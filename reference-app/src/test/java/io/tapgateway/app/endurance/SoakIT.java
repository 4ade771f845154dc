package io.tapgateway.app.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.Depth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Mixed load over real sockets for a long time: nothing gets lost, nothing happens twice, and nothing is left over. */
class SoakIT {
    private static final int SESSIONS = 5;
    private static final int PROVIDERS = 50;
    private static final int CALLS = Depth.of(2_000, 500_000, 14_400_000);
    private static final int IN_FLIGHT_PER_SESSION = 16;

    /** One in so many pieces of work is a question to a gate. */
    private static final int GATED = 20;

    private static final int PUSHES_PER_SECOND = 5;
    private static final int TICKS_TO_A_CHANGE = 12;
    private static final Duration PATIENCE = Duration.ofHours(10);

    /** How much the heap may grow in an hour. */
    private static final long HEAP_GROWTH = 1 << 20;

    /** How much two looks at it may differ by chance: eight bytes for each piece of work of a thorough run. */
    private static final long HEAP_NOISE = 8 << 20;

    private final Ledger ledger = new Ledger(CALLS);
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicInteger updates = new AtomicInteger();

    @Test
    void nothing_is_lost_or_doubled_and_nothing_is_left_over() throws Exception {
        warmUp();
        Footprint before = Footprint.now();
        long begun;
        long ended;
        try (Household household =
                Household.of(Collections.nCopies(SESSIONS, SessionHost.ignoringEverything()), PROVIDERS)) {
            List<BoundProvider> providers = join(household);
            begun = System.nanoTime();
            ScheduledExecutorService timer = beNoisy(providers);
            household.sessions().forEach(session -> {
                for (int i = 0; i < IN_FLIGHT_PER_SESSION; i++) {
                    work(session);
                }
            });
            Footprint early = afterAnswering(CALLS / 5);
            long earlyAt = System.nanoTime();
            Footprint late = afterAnswering(CALLS);
            ended = System.nanoTime();
            beQuiet(timer);

            double hours = (ended - earlyAt) / 3_600e9;
            assertThat(late.heap() - early.heap())
                    .as("bytes more after %.2f hours", hours)
                    .isLessThanOrEqualTo(HEAP_NOISE + (long) (HEAP_GROWTH * hours));
        }

        assertThat(ledger.faults()).isEmpty();
        assertThat(ledger.worked()).isEqualTo(CALLS);
        assertThat(updates).hasPositiveValue();
        await("that threads and descriptors are given back")
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> {
                    Footprint after = Footprint.now();
                    assertThat(after.threads()).isLessThanOrEqualTo(before.threads());
                    assertThat(after.descriptors()).isLessThanOrEqualTo(before.descriptors());
                });
        Figures.say(
                "soak: %,d pieces of work in %.0f s, %,.0f a second",
                CALLS, seconds(begun, ended), CALLS / seconds(begun, ended));
    }

    /** Loads classes and starts the threads that stay. */
    private static void warmUp() throws Exception {
        try (Household household = Household.of(List.of(SessionHost.ignoringEverything()), 1)) {
            BoundProvider provider =
                    household.join(0, "first", Provider.named("first").build());
            assertThat(provider.push(PushLevel.KEEP, "here")).isTrue();
        }
    }

    private List<BoundProvider> join(Household household) throws Exception {
        List<BoundProvider> providers = new ArrayList<>();
        for (int i = 0; i < PROVIDERS; i++) {
            String name = "p" + i;
            var provider = Provider.named(name).tool("echo" + i, "Echoes", Schema.object(), call -> {
                ledger.work(number(call.args()));
                return call.args();
            });
            if (i < SESSIONS) {
                provider.gate(Match.tool("guarded"), check -> {
                    int number = number(check.args());
                    ledger.work(number);
                    return number % (2 * GATED) == 0 ? GateDecision.allow() : GateDecision.deny("odd");
                });
            }
            providers.add(household.join(i, name, provider.build()));
        }
        return providers;
    }

    /** Has providers push, and change what they offer, while they are called. */
    private ScheduledExecutorService beNoisy(List<BoundProvider> providers) {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        AtomicInteger ticks = new AtomicInteger();
        var unused = timer.scheduleAtFixedRate(
                () -> {
                    providers.forEach(it -> it.push(PushLevel.KEEP, "tick"));
                    if (ticks.getAndIncrement() % TICKS_TO_A_CHANGE == 0) {
                        providers.subList(0, SESSIONS).forEach(this::change);
                    }
                },
                0,
                1_000 / PUSHES_PER_SECOND,
                TimeUnit.MILLISECONDS);
        return timer;
    }

    /** Ends the noise, and waits for the answers to what was asked: a connection that ends would refuse them. */
    private void beQuiet(ScheduledExecutorService timer) throws InterruptedException {
        timer.shutdown();
        assertThat(timer.awaitTermination(1, TimeUnit.MINUTES))
                .as("the noise ended")
                .isTrue();
        await("the answers to all changes")
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(updates).hasValue(changes.get()));
    }

    private void change(BoundProvider provider) {
        changes.incrementAndGet();
        Tool extra = Tool.of("extra", "Comes and goes", Schema.object(), call -> call.args());
        var unused = provider.updateTools(List.of(extra))
                .thenCompose(revision -> provider.updateTools(List.of(), "extra")
                        .thenAccept(next -> {
                            if (next != revision + 1) {
                                ledger.fault("revision " + next + " after " + revision);
                            }
                        }))
                .whenComplete((done, refusal) -> {
                    if (refusal != null) {
                        ledger.fault("an update failed: " + refusal);
                    }
                    updates.incrementAndGet();
                });
    }

    private void work(GatewaySession session) {
        int number = ledger.next();
        if (!ledger.has(number)) {
            return;
        }
        JsonValue args = JsonValue.of(Map.of("n", number));
        if (number % GATED == 0) {
            var unused = session.preToolUse("guarded", args).thenAccept(decision -> {
                judge(number, decision);
                work(session);
            });
        } else {
            var unused = session.callTool(tool(session, number), args).thenAccept(outcome -> {
                judge(number, args, outcome);
                work(session);
            });
        }
    }

    /** One of the tools in that session, all in turn. */
    private static String tool(GatewaySession session, int number) {
        int index = Integer.parseInt(session.info().id().value().substring(1));
        int round = number % (PROVIDERS / SESSIONS);
        return "echo" + (index + round * SESSIONS);
    }

    private void judge(int number, JsonValue args, ToolOutcome outcome) {
        if (!(outcome instanceof ToolOutcome.Success success) || !success.data().equals(args)) {
            ledger.fault("call " + number + " ended with " + outcome);
        }
        ledger.answer();
    }

    private void judge(int number, HookDecision decision) {
        if (decision.allowed() != (number % (2 * GATED) == 0)) {
            ledger.fault("gate " + number + " said " + decision);
        }
        ledger.answer();
    }

    private Footprint afterAnswering(int answers) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> ledger.answered() >= answers || !ledger.faults().isEmpty());
        assertThat(ledger.faults()).isEmpty();
        return Footprint.now();
    }

    private static int number(JsonValue args) {
        return args.get("n").flatMap(JsonValue::asWholeNumber).orElseThrow().intValue();
    }

    private static double seconds(long begun, long ended) {
        return (ended - begun) / 1e9;
    }
}
