package io.tapgateway.runtime.core.stream;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.connection.Complaint;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import io.tapgateway.runtime.core.kernel.Utf8;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import io.tapgateway.runtime.core.rule.EventFilter;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.StreamShelf;
import io.tapgateway.runtime.text.TokenText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Events from providers: rate, stream, timeline, conversation (D-189 – D-206). Confined to the loop. */
public final class PushDesk {
    private static final JsonValue METADATA_TOO_LARGE = JsonValue.object(Map.of("truncated", JsonValue.TRUE));

    private final Kernel kernel;
    private final HostFeed feed;
    private final Injector injector;

    public PushDesk(Kernel kernel, HostFeed feed, Injector injector) {
        this.kernel = kernel;
        this.feed = feed;
        this.injector = injector;
    }

    /** A bound provider pushes; says why it is refused, if it is. */
    public Optional<Complaint> push(Registration registration, Push push) {
        if (push.prompt().isPresent() && !registration.principal().trust().may(Capability.PUSH_PROMPT)) {
            return refusal(ErrorCode.UNAUTHORIZED, "/prompt: only trusted providers may write prompts");
        }
        if (push.prompt()
                .filter(it -> !Utf8.fits(it, kernel.limit(Limit.PROMPT)))
                .isPresent()) {
            return refusal(
                    ErrorCode.PAYLOAD_TOO_LARGE, "/prompt: larger than " + kernel.limit(Limit.PROMPT) + " bytes");
        }
        Optional<Collection<Presence>> targets = targets(registration, push);
        if (targets.isEmpty()) {
            return refusal(ErrorCode.INVALID_SESSION, noTarget(push.target()));
        }
        Optional<Complaint> first = Optional.empty();
        for (Presence target : targets.get()) {
            Optional<Complaint> one = pushInto(target, push);
            first = first.or(() -> one);
        }
        return first;
    }

    private static Optional<Complaint> refusal(ErrorCode code, String text) {
        return Optional.of(new Complaint(code, text));
    }

    /**
     * The presences that a push goes to; empty if it names a session that the provider is not in, or does not say which
     * (D-194).
     */
    private static Optional<Collection<Presence>> targets(Registration registration, Push push) {
        Map<SessionId, Presence> presences = registration.presencesBySession();
        boolean all = registration.key().scope().isAll();
        Optional<SessionId> wanted = push.target().sessionId();
        if (wanted.isPresent()) {
            Optional<Presence> one = Optional.ofNullable(presences.get(wanted.get()));
            return push.target().broadcast() ? Optional.empty() : one.map(List::of);
        }
        return push.target().broadcast() == all ? Optional.of(List.copyOf(presences.values())) : Optional.empty();
    }

    private static String noTarget(Push.Target target) {
        if (target.sessionId().isPresent()) {
            return target.broadcast()
                    ? "/broadcast: goes to all sessions; leave either it or sessionId out"
                    : "/sessionId: no such session, or not yours";
        }
        return target.broadcast()
                ? "/broadcast: is for providers of all sessions"
                : "/sessionId: is needed from a provider of all sessions, unless broadcast is true";
    }

    private Optional<Complaint> pushInto(Presence target, Push push) {
        Registration registration = target.registration();
        Session session = target.session();
        String budgetKey = registration.budgetKey();
        if (!session.pushRate(budgetKey, this::newRate).tryAccept(kernel.now())) {
            String text = "more than " + kernel.limit(Limit.PUSHES_PER_SECOND) + " pushes in a second";
            return refusal(ErrorCode.RATE_LIMITED, text);
        }
        StreamName name = push.stream()
                .orElseGet(() -> new StreamName(registration.identity().name().value()));
        Optional<StreamShelf.Stream> stream = session.streams().open(target.streamOwner(), name);
        if (stream.isEmpty()) {
            return session.streams().refusal(target.streamOwner(), name).map(Complaint::of);
        }
        Optional<PushLevel> allowed = level(target, stream.get(), push);
        if (allowed.isEmpty()) {
            return Optional.empty();
        }
        PushLevel level = allowed.get();
        boolean downgraded = level != PushLevel.INJECT && push.level() == PushLevel.INJECT;
        Optional<JsonValue> metadata = push.metadata().map(this::bounded).map(TokenText::blanked);
        Optional<String> event = push.event()
                .or(() -> downgraded ? push.prompt() : Optional.empty())
                .map(text -> Utf8.cut(TokenText.blanked(text), kernel.limit(Limit.STREAM_EVENT)));
        event.ifPresent(text -> {
            StreamEntry entry = entry(text, level, metadata);
            session.streams().store(stream.get(), entry);
            show(session, stream.get().address(), level, text);
            publish(
                    session,
                    stream.get().address(),
                    new StreamEvent(stream.get().newestSeq(), entry));
        });
        if (level != PushLevel.INJECT) {
            return Optional.empty();
        }
        InjectedPrompt.Kind kind = push.prompt().isPresent() ? InjectedPrompt.Kind.PROMPT : InjectedPrompt.Kind.EVENT;
        String text = push.prompt().map(TokenText::blanked).or(() -> event).orElseThrow();
        if (injector.inject(session, budgetKey, prompt(registration, name, kind, text, metadata))) {
            return Optional.empty();
        }
        String fate = event.isPresent() ? "stored, but not injected" : "not injected";
        return refusal(ErrorCode.RATE_LIMITED, fate + ": too many injections");
    }

    /**
     * The level of a push after the stream's filter; an ending session lowers {@code inject} to {@code surface} (D-202,
     * D-203). Empty if the filter drops it.
     */
    private Optional<PushLevel> level(Presence target, StreamShelf.Stream stream, Push push) {
        Session session = target.session();
        Optional<PushLevel> level = Optional.of(push.level());
        if (stream.filter().isPresent()) {
            MatchBudget budget = MatchBudget.forEvent(kernel.limits(), kernel.stopwatch());
            EventFilter.Decision decision =
                    stream.filter().get().decide(push.event().orElse(""), budget);
            warn(target, stream, decision.unfinished());
            level = decision.outcome().map(FilterRule.Outcome::level).orElse(level);
        }
        return level.map(it -> session.isEnding() && it == PushLevel.INJECT ? PushLevel.SURFACE : it);
    }

    private void warn(Presence target, StreamShelf.Stream stream, List<Integer> unfinished) {
        for (int rule : unfinished) {
            if (stream.isFilterWarningDue(rule, kernel.now())) {
                String text = "rule " + (rule + 1) + " of the filter of " + stream.address()
                        + " was skipped: it takes too long";
                feed.warn(target.session(), text);
            }
        }
    }

    private SlidingWindow newRate() {
        return new SlidingWindow(kernel.limit(Limit.PUSHES_PER_SECOND), TimeUnit.SECONDS.toNanos(1));
    }

    private void show(Session session, String address, PushLevel level, String event) {
        if (level != PushLevel.KEEP) {
            TimelineEntry.Level shown =
                    level == PushLevel.INJECT ? TimelineEntry.Level.INJECT : TimelineEntry.Level.SURFACE;
            feed.log(session, shown, address, event);
        }
    }

    private void publish(Session session, String stream, StreamEvent event) {
        if (kernel.effects().isObserved()) {
            kernel.effects().publish(new GatewayEvent.Pushed(session.id(), stream, event));
        }
    }

    private InjectedPrompt prompt(
            Registration registration,
            StreamName stream,
            InjectedPrompt.Kind kind,
            String text,
            Optional<JsonValue> metadata) {
        InjectedPrompt.Source source = new InjectedPrompt.Source(
                registration.identity().name(), registration.principal().trust());
        return new InjectedPrompt(kernel.wall(), source, stream, kind, text, metadata);
    }

    private StreamEntry entry(String event, PushLevel level, Optional<JsonValue> metadata) {
        Instant at = kernel.wall().truncatedTo(ChronoUnit.MILLIS);
        return new StreamEntry(at.toString(), event, level, metadata);
    }

    private JsonValue bounded(JsonValue metadata) {
        return metadata.fitsInto(kernel.limit(Limit.STREAM_METADATA)) ? metadata : METADATA_TOO_LARGE;
    }
}
