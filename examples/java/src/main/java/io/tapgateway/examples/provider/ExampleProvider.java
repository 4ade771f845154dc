package io.tapgateway.examples.provider;

import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.Description;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** What the provider offers; knows nothing of how it is connected. Replace this class by your own. */
final class ExampleProvider {
    private static final int LONGEST = 60;

    /** The arguments of {@code greet}; the schema that the agent sees follows from the components. */
    record Greet(@Description("whom to greet") String name) {}

    /** The arguments of {@code countdown}. */
    record Countdown(
            @Description("the first number, from 1 to 60") int from) {}

    /** The result of {@code countdown}. */
    record Landing(int from, String said) {}

    private final Consumer<String> news;

    private ExampleProvider(Consumer<String> news) {
        this.news = news;
    }

    /**
     * Describes the provider.
     *
     * @param news told what happens, one line at a time, by several threads
     */
    static Provider create(Consumer<String> news) {
        return new ExampleProvider(news).describe();
    }

    private Provider describe() {
        return Provider.named("java-example")
                .tool("greet", Greet.class, "Greets someone by name.", this::greet)
                .tool(Tool.of(
                                "countdown",
                                Countdown.class,
                                "Counts down, one number a second. Can be cancelled.",
                                this::countdown)
                        .timeout(Duration.ofSeconds(LONGEST + 5)))
                .onBound(provider -> provider.push(PushLevel.SURFACE, "The Java example is here"))
                .onLifecycle(change -> news.accept("Session " + change.sessionId() + " is "
                        + change.state().wireName()))
                .onShutdown(session -> news.accept("Cleaning up for session " + session))
                .build();
    }

    private String greet(Greet arguments, ToolInvocation call) {
        news.accept("Called: greet " + call.args());
        return "Hello, " + arguments.name() + "!";
    }

    private Landing countdown(Countdown arguments, ToolInvocation call)
            throws ExecutionException, InterruptedException {
        news.accept("Called: countdown " + call.args());
        if (arguments.from() < 1 || arguments.from() > LONGEST) {
            throw new ToolFailure(ToolErrorCode.INVALID_ARGUMENTS, "'from' must be a number from 1 to " + LONGEST);
        }
        for (int left = arguments.from(); left > 0; left--) {
            call.progress(left + " …");
            if (isCancelledWithinASecond(call)) {
                // The SDK has answered already and ignores what a cancelled handler returns.
                news.accept("Answered: countdown CANCELLED");
                break;
            }
        }
        return new Landing(arguments.from(), "Lift-off!");
    }

    private static boolean isCancelledWithinASecond(ToolInvocation call)
            throws ExecutionException, InterruptedException {
        try {
            call.cancelled().toCompletableFuture().get(1, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }
}
