package io.tapgateway.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.InterceptorQuestion;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.testkit.Depth;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * I-75: a text that an interceptor replaces or withholds is told to nobody, however its model says it and whoever else
 * is asked. What models say, in which pieces, and what interceptors make of it, follows from a seed.
 */
class WithheldTextTest {
    private static final int SEEDS = Integer.getInteger("tapgateway.seeds", Depth.of(25, 500, 5_000));
    private static final int MOST_SEEDS = 100;
    private static final int TURNS = 4;
    private static final int DEADLINE_SECONDS = 60;

    /** What is wrong on purpose. */
    interface Flaw {
        Flaw NONE = new Flaw() {};

        /** What the gateway gets of what an interceptor says. */
        default InterceptorVerdict relayed(InterceptorVerdict verdict) {
            return verdict;
        }

        /** Who hears of pieces while they come, whoever is asked later. */
        default AnswerParts parts(AnswerParts parts, Queue<String> told) {
            return parts;
        }
    }

    /** One run. Confined to the test's thread, but for what is told and asked. */
    private static final class Run implements AutoCloseable {
        private final Gateway gateway = Gateway.builder().build();
        private final BlockingQueue<TurnEvent> events = new LinkedBlockingQueue<>();

        /** Whatever anybody can see or hear. */
        private final Queue<String> told = new ConcurrentLinkedQueue<>();

        /** All pieces of what models say and think, without what comes between them; read once their turn has ended. */
        private final StringBuilder spoken = new StringBuilder();

        /** What nobody may, once somebody has said so. */
        private final Queue<String> secrets = new ConcurrentLinkedQueue<>();

        private final Random random;
        private final Flaw flaw;
        private int answers;

        private Run(long seed, Flaw flaw) {
            this.random = new Random(seed);
            this.flaw = flaw;
        }

        private int play() throws InterruptedException {
            ThinkingAgent agent = ThinkingAgent.of(new Talker())
                    .tool(new Shell())
                    .listener(it -> told.add(it.toString()))
                    .turnListener(this::hear)
                    .build();
            GatewaySession session = agent.drive(
                    gateway.openSession(SessionInfo.of("abc", "PR #42", Path.of("/code")), overheard(agent)));
            IntStream.rangeClosed(1, 1 + random.nextInt(3))
                    .forEach(i -> session.intercept(
                            new ProviderName("guard" + i),
                            i,
                            EnumSet.of(InterceptorInterest.TEXTS, InterceptorInterest.EVENTS),
                            new Guard(new Random(random.nextLong()))));
            for (int i = 0; i < TURNS; i++) {
                agent.tryHear("And?");
                awaitEnd();
            }
            told.add(spoken.toString());
            secrets.forEach(secret -> assertThat(told).noneMatch(it -> it.contains(secret)));
            return secrets.size();
        }

        private void hear(TurnEvent event) {
            told.add(event.toString());
            if (event instanceof TurnEvent.PartDelta delta) {
                spoken.append(delta.text());
            }
            events.add(event);
        }

        private void awaitEnd() throws InterruptedException {
            Optional<TurnEvent> next;
            do {
                next = Optional.ofNullable(events.poll(DEADLINE_SECONDS, TimeUnit.SECONDS));
                assertThat(next).as("the next event of the turn").isPresent();
            } while (next.filter(TurnEvent.Ended.class::isInstance).isEmpty());
        }

        /** The same host, and whatever it is told is told. */
        private SessionHost overheard(SessionHost host) {
            return (SessionHost) Proxy.newProxyInstance(
                    SessionHost.class.getClassLoader(), new Class<?>[] {SessionHost.class}, (proxy, method, args) -> {
                        told.add(method.getName() + Arrays.toString(args));
                        try {
                            return method.invoke(host, args);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        @Override
        public void close() {
            gateway.closeNow();
        }

        /** Says something different each time, in pieces of any length, and thinks it before. */
        private final class Talker implements LanguageModel {
            @Override
            public ModelMessage.Answer answer(Question question) {
                throw new AssertionError("somebody listens");
            }

            @Override
            public ModelMessage.Answer answer(Question question, AnswerParts listener) {
                AnswerParts parts = flaw.parts(listener, told);
                String text = "secret-" + ++answers + "-of-the-model";
                if (random.nextBoolean()) {
                    pieces(text).forEach(parts::reasoning);
                }
                pieces(text).forEach(parts::text);
                boolean goesOn = random.nextInt(3) == 0;
                parts.finished(goesOn ? FinishReason.TOOLS : FinishReason.STOP, Optional.empty());
                return new ModelMessage.Answer(
                        text, goesOn ? List.of(new ToolRequest("call" + answers, "shell", "{}")) : List.of());
            }

            private List<String> pieces(String text) {
                int cut = random.nextInt(text.length());
                return cut == 0 ? List.of(text) : List.of(text.substring(0, cut), text.substring(cut));
            }
        }

        /** Allows, replaces or withholds, and hears what others are told. */
        private final class Guard implements SessionInterceptor {
            private final Random choices;
            private int replaced;

            private Guard(Random choices) {
                this.choices = choices;
            }

            @Override
            public CompletionStage<InterceptorVerdict> beforeShown(String text, InterceptorQuestion question) {
                InterceptorVerdict verdict = switch (choices.nextInt(4)) {
                    case 0 -> InterceptorVerdict.block("a secret");
                    case 1 -> InterceptorVerdict.replace("instead-" + choices.nextLong() + "-" + ++replaced);
                    default -> InterceptorVerdict.allow();
                };
                if (!verdict.equals(InterceptorVerdict.allow())) {
                    secrets.add(text);
                }
                return CompletableFuture.completedFuture(flaw.relayed(verdict));
            }

            @Override
            public void textShown(String text) {
                told.add(text);
            }
        }
    }

    private static final class Shell implements HostTool {
        @Override
        public ModelTool definition() {
            return new ModelTool("shell", "Runs a command", JsonValue.EMPTY_OBJECT);
        }

        @Override
        public String run(JsonValue args) {
            return "ok";
        }
    }

    private static int played(long seed, Flaw flaw) {
        try (Run run = new Run(seed, flaw)) {
            return run.play();
        } catch (AssertionError | InterruptedException failure) {
            throw new AssertionError("I-75, seed " + seed + ": " + failure.getMessage(), failure);
        }
    }

    private static boolean isNoticed(Flaw flaw) {
        return LongStream.rangeClosed(1, MOST_SEEDS).anyMatch(seed -> {
            try {
                played(seed, flaw);
                return false;
            } catch (AssertionError noticed) {
                return true;
            }
        });
    }

    @Test
    void I75_what_is_replaced_or_withheld_is_told_to_nobody() {
        Long one = Long.getLong("tapgateway.seed");
        int reached = (one == null ? LongStream.rangeClosed(1, SEEDS) : LongStream.of(one))
                .mapToInt(seed -> played(seed, Flaw.NONE))
                .sum();

        assertThat(reached).as("texts that were replaced or withheld").isGreaterThanOrEqualTo(one == null ? SEEDS : 0);
    }

    @Test
    void I75_forgetting_what_was_put_in_its_place_is_caught() {
        assertThat(isNoticed(new Flaw() {
                    @Override
                    public InterceptorVerdict relayed(InterceptorVerdict verdict) {
                        return verdict instanceof InterceptorVerdict.Block ? verdict : InterceptorVerdict.allow();
                    }
                }))
                .isTrue();
    }

    @Test
    void I75_showing_what_a_model_thinks_while_it_does_is_caught() {
        assertThat(isNoticed(new Flaw() {
                    @Override
                    public AnswerParts parts(AnswerParts parts, Queue<String> told) {
                        return new AnswerParts() {
                            @Override
                            public void reasoning(String piece) {
                                told.add(piece);
                                parts.reasoning(piece);
                            }

                            @Override
                            public void text(String piece) {
                                parts.text(piece);
                            }
                        };
                    }
                }))
                .isTrue();
    }
}
