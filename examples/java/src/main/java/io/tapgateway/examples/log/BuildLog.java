package io.tapgateway.examples.log;

import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.FilterRule.Outcome;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.schema.Description;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The lines of a log as events of a stream. A filter decides at the gateway what becomes of each, and the agent can
 * have more of it dropped. Thread-safe.
 */
final class BuildLog {
    private static final String STREAM = "log";

    /** The first rule that matches decides; what none matches is kept, for whoever asks. */
    private static final List<FilterRule> FIRST_RULES = List.of(
            new FilterRule("\\bDEBUG\\b", Outcome.DROP),
            // The agent is to do something about it.
            new FilterRule("\\bERROR\\b", Outcome.INJECT),
            // A person may want to see it.
            new FilterRule("\\bWARN\\b", Outcome.SURFACE));

    private volatile List<FilterRule> rules = FIRST_RULES;
    /** Completes when the gateway has the filter; calls may come before. */
    private final CompletableFuture<BoundProvider> filtered = new CompletableFuture<>();

    /** The arguments of {@code log_ignore}. */
    record Ignore(@Description("in the syntax of RE2") String pattern) {}

    /** The result of {@code log_ignore}. */
    record Ignored(int rules) {}

    Provider describe() {
        return Provider.named("build-log")
                .tool(
                        "log_ignore",
                        Ignore.class,
                        "Drops further lines of the log that match a regular expression.",
                        (arguments, call) -> ignore(arguments))
                .onBound(this::begin)
                .build();
    }

    /** A new line of the log. */
    void add(String line) {
        if (filtered.isDone()) {
            filtered.join().push(Push.to(STREAM).keep(line));
        }
    }

    private void begin(BoundProvider provider) {
        provider.setFilter(STREAM, rules).thenAccept(revision -> filtered.complete(provider));
    }

    private CompletionStage<Ignored> ignore(Ignore arguments) {
        return filtered.thenCompose(provider -> ignore(provider, arguments));
    }

    private CompletionStage<Ignored> ignore(BoundProvider provider, Ignore arguments) {
        List<FilterRule> more = new ArrayList<>(rules);
        more.add(0, new FilterRule(arguments.pattern(), Outcome.DROP));
        return provider.setFilter(STREAM, more)
                .thenApply(revision -> {
                    rules = List.copyOf(more);
                    return new Ignored(more.size());
                })
                .exceptionally(refusal -> {
                    throw new CompletionException(
                            new ToolFailure(ToolErrorCode.INVALID_ARGUMENTS, "The gateway does not take this pattern"));
                });
    }
}
