package io.tapgateway.app.demo;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.InvalidArguments;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.thread.DaemonThreads;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** The demo of one session. Thread-safe. */
public final class DemoProvider implements AutoCloseable {
    /** What it is called; nobody else should want that name. */
    public static final String NAME = "tap-demo";

    private static final int MAX_DICE = 10;
    private static final int SIDES = 6;
    private static final int MAX_SECONDS = 30;

    private final RandomGenerator random;
    private final ScheduledExecutorService seconds =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("demo-seconds"));
    private volatile Optional<BoundProvider> bound = Optional.empty();

    private DemoProvider(RandomGenerator random) {
        this.random = random;
    }

    /** Attaches the demo to a session. */
    public static DemoProvider attach(Gateway gateway, SessionId session, RandomGenerator random) {
        DemoProvider demo = new DemoProvider(random);
        demo.bound = Optional.of(LocalProviderTransport.attach(gateway, session, demo.describe()));
        return demo;
    }

    @Override
    public void close() {
        bound.ifPresent(BoundProvider::close);
        seconds.shutdownNow();
    }

    private Provider describe() {
        return Provider.named(NAME)
                .tool(
                        "demo_greet",
                        "Greets somebody by name.",
                        Schema.object().required("name", Schema.string().describedAs("who is greeted")),
                        DemoProvider::greet)
                .tool(
                        "demo_roll_dice",
                        "Rolls dice and adds them up. Every roll is kept in the stream 'rolls'.",
                        Schema.object().optional("count", Schema.integer().describedAs("how many, 1 to " + MAX_DICE)),
                        this::rollDice)
                .tool(
                        "demo_countdown",
                        "Counts down and shows its progress; interrupt it if you cannot wait.",
                        Schema.object()
                                .optional("seconds", Schema.integer().describedAs("from where, 1 to " + MAX_SECONDS)),
                        this::countDown)
                .subscribe("user.message", this::heard)
                .onBound(provider -> provider.push(
                        PushLevel.SURFACE,
                        "The demo is here. Its tools are demo_greet, demo_roll_dice and demo_countdown."))
                .build();
    }

    private static Object greet(ToolInvocation call) {
        return "Hello, " + call.stringArg("name") + "!";
    }

    private Object rollDice(ToolInvocation call) {
        int count = number(call, "count", 2, MAX_DICE);
        List<Integer> dice = random.ints(count, 1, SIDES + 1).boxed().toList();
        int sum = dice.stream().mapToInt(Integer::intValue).sum();
        push(PushLevel.KEEP, "rolls", "rolled " + sum + " with " + count + " dice");
        return Map.of("dice", dice, "sum", sum);
    }

    private CompletionStage<String> countDown(ToolInvocation call) {
        CompletableFuture<String> done = new CompletableFuture<>();
        call.cancelled()
                .thenRun(() -> done.completeExceptionally(
                        new ToolFailure(ToolErrorCode.CANCELLED, "stopped before it reached zero")));
        tick(call, number(call, "seconds", 5, MAX_SECONDS), done);
        return done;
    }

    private void tick(ToolInvocation call, int left, CompletableFuture<String> done) {
        if (left == 0) {
            done.complete("Lift-off!");
        } else if (!done.isDone()) {
            call.progress(left + " …");
            var unused = seconds.schedule(() -> tick(call, left - 1, done), 1, TimeUnit.SECONDS);
        }
    }

    private void heard(SessionEvent event) {
        event.data()
                .get("content")
                .flatMap(JsonReader.TEXT::tryRead)
                .ifPresent(text -> push(PushLevel.SURFACE, "heard", "heard the user say: " + text));
    }

    private void push(PushLevel level, String stream, String event) {
        bound.ifPresent(provider -> provider.push(Push.to(stream).of(level, event)));
    }

    private static int number(ToolInvocation call, String name, int otherwise, int most) {
        long value = call.arg(name).isEmpty() ? otherwise : call.longArg(name);
        if (value < 1 || value > most) {
            throw InvalidArguments.at("/" + name, "must be between 1 and " + most);
        }
        return (int) value;
    }
}
