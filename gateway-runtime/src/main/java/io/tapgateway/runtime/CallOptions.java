package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.TraceParent;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What goes along with a call besides its arguments (D-233). Immutable.
 *
 * @param id the name of the call, for hosts that have named it already; empty to have it named. Must be new: a call
 *     whose id another one of the session has that is under way ends at once as {@code INTERNAL}. Providers are not
 *     told of it (D-135)
 * @param traceParent the caller's span: the provider is told of it, and so are those who watch the gateway
 * @param deadline how long the call may take from the beginning, gates and waiting included; it ends as {@code TIMEOUT}
 *     then. More than the tool's own timeout and the waiting before it has no effect; what is longer is taken for a day
 * @param progress told what the provider reports while it works, in order, one report at a time, on the gateway's
 *     executor and before the outcome
 * @param run the run of a harness that the call is part of, of {@value #MOST_OF_RUN} characters at most: those who
 *     watch the gateway are told of it, providers are not
 * @param additions what else is meant for the provider of the call, as the {@code _meta} of MCP (M-023): an object,
 *     which only a provider in the gateway's process is told, and nobody else; a call with more of it than {@link
 *     io.tapgateway.protocol.model.Limit#CALL_ADDITIONS} ends at once as {@code PAYLOAD_TOO_LARGE}
 */
@MayChange
public record CallOptions(
        Optional<CallId> id,
        Optional<TraceParent> traceParent,
        Optional<Duration> deadline,
        Optional<Consumer<? super CallProgress>> progress,
        Optional<String> run,
        Optional<JsonValue> additions) {
    /** How many characters the name of a run has at most. */
    public static final int MOST_OF_RUN = 256;

    private static final Duration LONGEST = Duration.ofDays(1);

    /** Nothing. */
    public static final CallOptions NONE =
            new CallOptions(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Nothing is added to the call. */
    public CallOptions(
            Optional<CallId> id,
            Optional<TraceParent> traceParent,
            Optional<Duration> deadline,
            Optional<Consumer<? super CallProgress>> progress,
            Optional<String> run) {
        this(id, traceParent, deadline, progress, run, Optional.empty());
    }

    /**
     * @throws IllegalArgumentException for a deadline that is not positive, the name of a run that is too long, or
     *     additions that are no object
     */
    public CallOptions {
        deadline = deadline.map(CallOptions::checked);
        if (run.filter(it -> it.length() > MOST_OF_RUN).isPresent()) {
            throw new IllegalArgumentException("the name of a run has at most " + MOST_OF_RUN + " characters");
        }
        if (additions.filter(it -> it.kind() != JsonKind.OBJECT).isPresent()) {
            throw new IllegalArgumentException("what is added to a call is an object");
        }
    }

    /** The same, or a day where it is longer. */
    static Duration checked(Duration deadline) {
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("a deadline must be positive, not " + deadline);
        }
        return deadline.compareTo(LONGEST) < 0 ? deadline : LONGEST;
    }

    /** The same for a call of that name. */
    public CallOptions named(CallId name) {
        return new CallOptions(Optional.of(name), traceParent, deadline, progress, run, additions);
    }

    /** The same for a call that is part of a trace. */
    public CallOptions tracedBy(TraceParent span) {
        return new CallOptions(id, Optional.of(span), deadline, progress, run, additions);
    }

    /**
     * The same for a call that may take so long.
     *
     * @throws IllegalArgumentException unless it is positive
     */
    public CallOptions within(Duration time) {
        return new CallOptions(id, traceParent, Optional.of(time), progress, run, additions);
    }

    /** The same with somebody who is told of progress. */
    public CallOptions reportingTo(Consumer<? super CallProgress> listener) {
        return new CallOptions(id, traceParent, deadline, Optional.of(listener), run, additions);
    }

    /**
     * The same for a call that is part of a run.
     *
     * @throws IllegalArgumentException if its name is too long
     */
    public CallOptions partOf(String name) {
        return new CallOptions(id, traceParent, deadline, progress, Optional.of(name), additions);
    }

    /**
     * The same for a call to which that is added.
     *
     * @throws IllegalArgumentException if it is no object
     */
    public CallOptions adding(JsonValue members) {
        return new CallOptions(id, traceParent, deadline, progress, run, Optional.of(members));
    }
}
