package io.tapgateway.runtime.core.intercept;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.core.hook.HookText;
import io.tapgateway.runtime.core.kernel.InterceptorAddress;
import io.tapgateway.runtime.core.kernel.InterceptorNotice;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Chain;
import io.tapgateway.runtime.core.state.ChainVerdict;
import io.tapgateway.runtime.core.state.IntendedUse;
import io.tapgateway.runtime.core.state.Interceptor;
import io.tapgateway.runtime.core.state.Occasion;
import io.tapgateway.runtime.core.state.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks the interceptors of sessions, each after the one before it (Z-061, Z-062).
 *
 * <p>Something passes only once everybody who takes part in it has let it pass, or has changed it; whatever else
 * happens blocks it, a fault in here as well. Confined to the loop.
 */
public final class InterceptDesk {
    private static final ChainVerdict DROPPED = new ChainVerdict.Withdrawn("nobody wants to know");

    private final Kernel kernel;
    private final HostFeed feed;

    /** Whose answer is waited for, by the number of the question. */
    private final Map<Long, Chain> waiting = new LinkedHashMap<>();

    private long questions;

    public InterceptDesk(Kernel kernel, HostFeed feed) {
        this.kernel = kernel;
        this.feed = feed;
    }

    /** Has one more asked. */
    public void add(
            Session session,
            ProviderName name,
            int rank,
            Set<InterceptorInterest> interests,
            InterceptorAddress address) {
        session.interceptors().add(new Interceptor(name, rank, interests, address));
    }

    /**
     * Has one asked no more: what it has not answered is blocked.
     *
     * @return what is decided by that
     */
    public List<Chain> remove(Session session, InterceptorAddress address) {
        Optional<Interceptor> removed = session.interceptors().remove(address);
        List<Chain> blocked = new ArrayList<>();
        for (Chain chain : List.copyOf(waiting.values())) {
            if (removed.isPresent()
                    && asked(chain).filter(removed.get()::equals).isPresent()) {
                tellOfSilence(chain);
                block(chain, removed.get().name(), "'" + removed.get().name() + "' has left before it answered.");
                blocked.add(chain);
            }
        }
        return blocked;
    }

    private static Optional<Interceptor> asked(Chain chain) {
        return chain.open().map(Chain.Open::interceptor);
    }

    /** A use of a tool that nobody was asked about yet; whoever takes part in events is told of it. */
    public Chain begin(IntendedUse use, String id) {
        tell(use.session(), new InterceptorNotice.ToolAsked(use.intercepted(id, use.original())));
        return new Chain(use, id, false);
    }

    /** Tells all interceptors that take part in events. */
    public void tell(Session session, InterceptorNotice event) {
        if (session.interceptors().any(InterceptorInterest.EVENTS)) {
            for (Interceptor each : session.interceptors().of(InterceptorInterest.EVENTS)) {
                kernel.effects().notifyInterceptor(each.address(), event);
            }
        }
    }

    /**
     * Has everybody asked who was not asked before: the verdict is decided when this returns, or it is open and has to
     * be {@link #watch watched}.
     */
    public void ask(Chain chain) {
        chain.begin(kernel.now());
        askNext(chain);
    }

    private void askNext(Chain chain) {
        try {
            Optional<Interceptor> next = chain.next();
            if (next.isEmpty()) {
                close(chain, new ChainVerdict.Passed());
            } else if (next.get().open() >= kernel.limit(Limit.INTERCEPTIONS_IN_FLIGHT)) {
                block(chain, next.get().name(), "'" + next.get().name() + "' has too many questions to answer.");
            } else {
                ask(chain, next.get());
            }
        } catch (RuntimeException | Error bug) {
            block(chain, bug);
        }
    }

    private void ask(Chain chain, Interceptor next) {
        Chain.Open question = new Chain.Open(next, ++questions, kernel.now());
        chain.ask(question);
        waiting.put(question.number(), chain);
        Occasion occasion = chain.occasion();
        kernel.effects()
                .notifyInterceptor(
                        next.address(),
                        occasion.question(
                                new InterceptorNotice.Question(
                                        occasion.session().id(),
                                        question.number(),
                                        chain.began(),
                                        chain.paused(),
                                        question.at()),
                                chain.id(),
                                chain.value()));
    }

    /**
     * Blocks what is asked about when its time is over (D-230).
     *
     * @param then goes on with it
     */
    public void watch(Chain chain, Runnable then) {
        Limit limit = chain.isBusy() ? Limit.INTERCEPTOR_BUSY_TIMEOUT : Limit.INTERCEPTOR_TIMEOUT;
        kernel.timers().cancel(chain.timer());
        chain.setTimer(kernel.timers().at(chain.began() + kernel.limits().nanos(limit), () -> {
            expire(chain);
            then.run();
        }));
    }

    /** Whoever is asked says that it has something older to do; the chain whose deadline has changed by that. */
    public Optional<Chain> busy(Session session, long question) {
        Optional<Chain> chain = find(session, question);
        Optional<Chain> prolonged = chain.filter(it -> !it.isBusy());
        chain.ifPresent(it -> it.pause(kernel.now()));
        return prolonged;
    }

    /** Whoever is asked says that it has nothing older to do any more. */
    public void free(Session session, long question) {
        find(session, question).ifPresent(it -> it.goOn(kernel.now()));
    }

    private Optional<Chain> find(Session session, long question) {
        return Optional.ofNullable(waiting.get(question))
                .filter(chain -> chain.occasion().session() == session);
    }

    /**
     * An interceptor answers; without effect if nobody waits for it.
     *
     * @return what was decided by that, or what another one is asked now
     */
    public Optional<Chain> answer(Session session, long question, InterceptorVerdict answer) {
        Optional<Chain> chain = find(session, question);
        chain.ifPresent(it -> take(it, answer));
        return chain;
    }

    private void take(Chain chain, InterceptorVerdict answer) {
        try {
            ProviderName by = asked(chain).orElseThrow().name();
            Optional<String> objection = answer.accept(new Said(chain, by));
            tell(chain, Optional.of(answer), objection);
            closeQuestion(chain);
            if (objection.isPresent()) {
                block(chain, by, objection.get());
            } else {
                askNext(chain);
            }
        } catch (RuntimeException | Error bug) {
            block(chain, bug);
        }
    }

    /** What somebody has against something, if anything; a change is made. */
    private final class Said implements InterceptorVerdict.Visitor<Optional<String>> {
        private final Chain chain;
        private final ProviderName by;

        private Said(Chain chain, ProviderName by) {
            this.chain = chain;
            this.by = by;
        }

        @Override
        public Optional<String> onAllow(InterceptorVerdict.Allow allow) {
            return Optional.empty();
        }

        @Override
        public Optional<String> onBlock(InterceptorVerdict.Block block) {
            String reason = HookText.cleaned(block.reason(), kernel.limit(Limit.RULE_CONTENT));
            return Optional.of(reason.isBlank() ? "Denied by " + by : reason);
        }

        @Override
        public Optional<String> onRewrite(InterceptorVerdict.Rewrite rewrite) {
            if (!rewrite.fits(chain.value())) {
                return Optional.of("'" + by + "' gave an answer that does not fit the question.");
            } else if (rewrite.value().equals(chain.value())) {
                return Optional.empty();
            } else if (chain.isFixed()) {
                return Optional.of("'" + by + "' wants to change what was checked already.");
            }
            chain.rewrite(by, rewrite.value());
            feed.log(chain.occasion(), by.value(), "changed " + chain.occasion().subject());
            return Optional.empty();
        }
    }

    private void expire(Chain chain) {
        asked(chain).ifPresent(silent -> {
            tellOfSilence(chain);
            block(chain, silent.name(), "'" + silent.name() + "' did not respond in time.");
        });
    }

    /**
     * Withdraws all that is asked about in a session.
     *
     * @return what was open until now
     */
    public List<Chain> withdraw(Session session, String why) {
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<Chain> withdrawn = waiting.values().stream()
                .filter(chain -> chain.occasion().session() == session)
                .toList();
        withdrawn.forEach(chain -> close(chain, new ChainVerdict.Withdrawn(why)));
        return withdrawn;
    }

    /** The verdict is no longer needed. */
    public void drop(Chain chain) {
        if (chain.verdict().isOpen()) {
            close(chain, DROPPED);
        }
    }

    private void block(Chain chain, Throwable bug) {
        kernel.effects().fault("what interceptors were asked about was blocked", bug);
        close(
                chain,
                new ChainVerdict.Blocked(
                        new HookDecision.Deny("The interceptors could not be asked.", Optional.empty())));
    }

    private void block(Chain chain, ProviderName by, String reason) {
        close(chain, new ChainVerdict.Blocked(new HookDecision.Deny(reason, Optional.of(by))));
        feed.log(chain.occasion(), by.value(), "denied " + chain.occasion().subject() + ": " + reason);
    }

    private void tellOfSilence(Chain chain) {
        tell(chain, Optional.empty(), Optional.empty());
    }

    /** For observers; made only if there are any. */
    private void tell(Chain chain, Optional<InterceptorVerdict> answer, Optional<String> objection) {
        if (kernel.effects().isObserved()) {
            Chain.Open question = chain.open().orElseThrow();
            kernel.effects()
                    .publish(new GatewayEvent.InterceptorAnswered(
                            chain.occasion().session().id(),
                            chain.occasion().interest(),
                            chain.occasion().callName(),
                            question.interceptor().name(),
                            answer,
                            objection,
                            Duration.ofNanos(kernel.now() - question.at())));
        }
    }

    /** Whoever has yet to answer need not any more. */
    private void close(Chain chain, ChainVerdict verdict) {
        chain.open()
                .ifPresent(question -> kernel.effects()
                        .notifyInterceptor(
                                question.interceptor().address(), new InterceptorNotice.Withdrawn(question.number())));
        closeQuestion(chain);
        kernel.timers().cancel(chain.timer());
        chain.close(verdict, kernel.now());
    }

    private void closeQuestion(Chain chain) {
        chain.open().ifPresent(question -> waiting.remove(question.number()));
        chain.closeQuestion(kernel.now());
    }
}
