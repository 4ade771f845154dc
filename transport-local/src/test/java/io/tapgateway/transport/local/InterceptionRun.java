package io.tapgateway.transport.local;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InterceptedTool;
import io.tapgateway.runtime.Interception;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.InterceptorQuestion;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.RecordingHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/**
 * A session whose host calls one tool again and again, with a gate, and with interceptors that come, go, and do
 * whatever interceptors may do. Everything follows from the seed. Confined to one test.
 */
final class InterceptionRun {
    private static final int ACTIONS = 40;
    private static final int SECONDS_AFTERWARDS = 200;
    private static final SessionId SESSION = new SessionId("abc");

    /** Every value that a gate denies. */
    private static final int DENIED = 5;

    /** One call: what it began with, and what became of it. */
    static final class Use {
        final int number;
        final long askedAt;
        final List<Scripted> asked = new ArrayList<>();
        final List<Scripted> passed = new ArrayList<>();
        int value;
        boolean busy;
        int ends;
        long endedAt;
        boolean ok;
        Optional<Integer> dispatched = Optional.empty();
        Optional<Integer> gated = Optional.empty();
        List<Scripted> present = List.of();

        private Use(int number, int value, long askedAt) {
            this.number = number;
            this.value = value;
            this.askedAt = askedAt;
        }

        @Override
        public String toString() {
            return "call " + number + " with " + value;
        }
    }

    private record Planned(long at, Runnable act) {}

    final Map<Integer, Use> uses = new TreeMap<>();
    private final ManualClock clock = ManualClock.create();
    private final Gateway gateway;
    private final GatewaySession session;
    private final BoundProvider gate;
    private final Random random;
    private final UnaryOperator<InterceptorVerdict> relay;
    private final Map<Scripted, Interception> interceptors = new LinkedHashMap<>();
    private final List<Planned> planned = new ArrayList<>();

    /**
     * @param relay what the gateway gets of each answer; the answer itself, if nothing is broken
     * @param received what the tool makes of its argument before anybody looks; the argument itself
     */
    InterceptionRun(
            long seed, Limits limits, UnaryOperator<InterceptorVerdict> relay, UnaryOperator<Integer> received) {
        this.random = new Random(seed);
        this.relay = relay;
        this.gateway = Gateway.builder()
                .clock(clock)
                .executor(Runnable::run)
                .limits(limits)
                .build();
        this.session = gateway.openSession(SessionInfo.of("abc", "PR #42", Path.of("/code")), new RecordingHost());
        LocalProviderTransport transport = LocalProviderTransport.to(gateway).executor(Runnable::run);
        transport.attach(
                SESSION,
                Provider.named("worker")
                        .tool("work", "Works", Schema.object(), call -> {
                            Use use = use(call.args());
                            use.dispatched = Optional.of(received.apply(value(call.args())));
                            use.present = List.copyOf(interceptors.keySet());
                            return "done";
                        })
                        .build());
        this.gate = transport.attach(
                SESSION,
                Provider.named("gate")
                        .gate(Match.tool("work"), check -> {
                            use(check.args()).gated = Optional.of(value(check.args()));
                            return value(check.args()) % DENIED == 0
                                    ? GateDecision.deny("not that one")
                                    : GateDecision.allow();
                        })
                        .build());
    }

    private Use use(JsonValue args) {
        return uses.get(member(args, "call"));
    }

    private static int value(JsonValue args) {
        return member(args, "value");
    }

    private static int member(JsonValue args, String name) {
        return args.get(name).flatMap(JsonValue::asWholeNumber).orElseThrow().intValue();
    }

    private static JsonValue args(int call, int value) {
        return JsonValue.of(Map.of("call", call, "value", value));
    }

    /** The gate leaves: nothing is denied by it any more. */
    void loseGate() {
        gate.close();
        pass(60);
    }

    /** One that takes part in everything and changes nothing is there from now on. */
    void addHarmless() {
        session.intercept(
                new ProviderName("harmless"), 5, Set.of(InterceptorInterest.TOOLS), new SessionInterceptor() {});
    }

    /** Everything happens, and some time passes afterwards. */
    void play() {
        for (int i = 0; i < ACTIONS; i++) {
            int action = random.nextInt(100);
            int choice = random.nextInt(1_000);
            if (action < 15) {
                Scripted added = new Scripted(choice, random.nextLong());
                interceptors.put(
                        added,
                        session.intercept(
                                new ProviderName("i" + i), choice % 3, Set.of(InterceptorInterest.TOOLS), added));
            } else if (action < 22 && !interceptors.isEmpty()) {
                Scripted gone = List.copyOf(interceptors.keySet()).get(choice % interceptors.size());
                Interception registration = interceptors.remove(gone);
                if (registration != null) {
                    registration.close();
                }
            } else if (action < 24) {
                session.interrupt();
            } else if (action < 80) {
                call(i, choice);
            } else {
                pass(1 + choice % 12);
            }
        }
        pass(SECONDS_AFTERWARDS);
        gateway.closeNow();
    }

    private void call(int number, int value) {
        Use use = new Use(number, value, clock.nanos());
        uses.put(number, use);
        var unused = session.callTool("work", args(number, value)).thenAccept(outcome -> ended(use, outcome));
    }

    private void ended(Use use, ToolOutcome outcome) {
        use.ends++;
        use.endedAt = clock.nanos();
        use.ok = outcome.ok();
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock.advance(Duration.ofSeconds(1));
            for (Planned each : List.copyOf(planned)) {
                if (each.at() <= clock.nanos()) {
                    planned.remove(each);
                    each.act().run();
                }
            }
        }
    }

    /** Allows, blocks, rewrites, is silent, slow, late or busy; for each use as its seed has it. */
    final class Scripted implements SessionInterceptor {
        private final int number;
        private final long seed;

        private Scripted(int number, long seed) {
            this.number = number;
            this.seed = seed;
        }

        @Override
        public CompletionStage<InterceptorVerdict> beforeTool(InterceptedTool tool, InterceptorQuestion question) {
            Use use = use(tool.args());
            use.asked.add(this);
            Random choices = new Random(seed + use.number);
            InterceptorVerdict verdict = verdict(use, value(tool.args()), choices);
            int manner = choices.nextInt(100);
            if (manner < 70) {
                return CompletableFuture.completedFuture(say(use, verdict));
            } else if (manner < 78) {
                return new CompletableFuture<>();
            }
            CompletableFuture<InterceptorVerdict> answer = new CompletableFuture<>();
            boolean busy = manner >= 92;
            if (busy) {
                use.busy = true;
                question.busy();
            }
            int seconds = busy ? 10 + choices.nextInt(90) : 1 + choices.nextInt(30);
            planned.add(new Planned(
                    clock.nanos() + Duration.ofSeconds(seconds).toNanos(), () -> answer.complete(say(use, verdict))));
            return answer;
        }

        private InterceptorVerdict verdict(Use use, int value, Random choices) {
            int choice = choices.nextInt(100);
            if (choice < 65) {
                return InterceptorVerdict.allow();
            }
            return choice < 75
                    ? InterceptorVerdict.block("no")
                    : InterceptorVerdict.rewrite(args(use.number, value + 1));
        }

        /** Notes what counts of an answer; one that comes after the end of its use does not. */
        private InterceptorVerdict say(Use use, InterceptorVerdict verdict) {
            if (use.ends == 0) {
                if (!(verdict instanceof InterceptorVerdict.Block)) {
                    use.passed.add(this);
                }
                if (verdict instanceof InterceptorVerdict.Rewrite rewrite) {
                    use.value = value(rewrite.value());
                }
            }
            return relay.apply(verdict);
        }

        @Override
        public String toString() {
            return "interceptor " + number;
        }
    }
}
