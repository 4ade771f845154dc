package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.ChangedArgs;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.core.hook.GateDesk;
import io.tapgateway.runtime.core.intercept.InterceptDesk;
import io.tapgateway.runtime.core.kernel.InterceptorAddress;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.rule.ToolUse;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Agreement;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.Chain;
import io.tapgateway.runtime.core.state.ChainVerdict;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.GateVerdict;
import io.tapgateway.runtime.core.state.HostQuestion;
import io.tapgateway.runtime.core.state.Inquiry;
import io.tapgateway.runtime.core.state.IntendedUse;
import io.tapgateway.runtime.core.state.Occasion;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.SessionTool;
import io.tapgateway.runtime.core.state.ShownText;
import io.tapgateway.runtime.core.state.TurnBegin;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Whether tools may be used: answers hosts that ask (D-167, D-172), and hands on verdicts that come later to the calls
 * or hosts that they are about. Confined to the loop.
 */
public final class CheckDesk {
    private final Kernel kernel;
    private final InterceptDesk intercepts;
    private final GateDesk gates;
    private final CallDesk calls;
    private final TurnDesk turns;
    private final HostFeed feed;

    public CheckDesk(
            Kernel kernel, InterceptDesk intercepts, GateDesk gates, CallDesk calls, TurnDesk turns, HostFeed feed) {
        this.kernel = kernel;
        this.intercepts = intercepts;
        this.gates = gates;
        this.calls = calls;
        this.turns = turns;
        this.feed = feed;
    }

    /** A host asks: may that tool be used in that way? */
    public void ask(Session session, String tool, JsonValue args, CheckOptions options, Receipt<HookDecision> receipt) {
        if (receipt.isOfHost()) {
            session.touch();
        }
        if (session.isEnding()) {
            kernel.effects().complete(receipt, new HookDecision.Deny("The session is ending.", Optional.empty()));
            return;
        }
        HostQuestion question = new HostQuestion(session, tool, owner(session, tool), args, options, receipt);
        if (session.interceptors().any()) {
            intercept(
                    question,
                    intercepts.begin(question, "use-" + kernel.entropy().id()));
        } else {
            judge(question);
        }
        options.deadline().filter(it -> !question.isAnswered()).ifPresent(it -> {
            long at = kernel.now() + it.toNanos();
            question.setTimer(kernel.timers().at(at, () -> expire(question, it)));
        });
    }

    /** The host waits no longer: whoever was asked need not answer any more. */
    private void expire(HostQuestion question, Duration deadline) {
        Chain chain = question.chain();
        if (chain != null) {
            intercepts.drop(chain);
        }
        Inquiry inquiry = question.inquiry();
        if (inquiry != null) {
            gates.drop(inquiry, ApprovalWithdrawal.EXPIRED);
        }
        String reason = "Nobody has decided within " + seconds(deadline) + " seconds. Try again in a while.";
        feed.log(question, HostFeed.GATEWAY, "denied '" + question.toolName() + "': " + reason);
        answer(question, new HookDecision.Deny(reason, Optional.empty()));
    }

    private static String seconds(Duration time) {
        return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString();
    }

    private void intercept(HostQuestion question, Chain chain) {
        question.setChain(chain);
        intercepts.ask(chain);
        intercepted(question, chain);
    }

    /**
     * Goes on with a question as far as interceptors have decided about it; a bug in what follows denies that use, and
     * nothing else.
     */
    private void intercepted(HostQuestion question, Chain chain) {
        try {
            chain.verdict().accept(new Intercepted(question, chain));
        } catch (RuntimeException | Error bug) {
            fail(question, "intercepted", bug);
        }
    }

    private void fail(HostQuestion question, String after, Throwable bug) {
        kernel.effects()
                .fault("a use of '" + question.toolName() + "' was denied, having failed after it was " + after, bug);
        answer(question, new HookDecision.Deny("internal error", Optional.empty()));
    }

    private final class Intercepted implements ChainVerdict.Visitor {
        private final HostQuestion question;
        private final Chain chain;

        private Intercepted(HostQuestion question, Chain chain) {
            this.question = question;
            this.chain = chain;
        }

        @Override
        public void onOpen() {
            intercepts.watch(chain, () -> intercepted(question, chain));
        }

        @Override
        public void onPassed() {
            question.change(chain.value());
            if (question.isChanged() && question.options().changes() == ChangedArgs.REFUSE) {
                answer(question, refusal(chain));
            } else {
                judge(question);
            }
        }

        @Override
        public void onBlocked(ChainVerdict.Blocked blocked) {
            answer(question, blocked.denial());
        }

        @Override
        public void onWithdrawn(ChainVerdict.Withdrawn withdrawn) {
            answer(question, new HookDecision.Deny(withdrawn.why(), Optional.empty()));
        }
    }

    private static HookDecision refusal(Chain chain) {
        List<ProviderName> by = chain.rewriters();
        ProviderName last = by.get(by.size() - 1);
        String reason = "'" + last + "' wants the tool to be used with other arguments, which this host does not do.";
        return new HookDecision.Deny(reason, Optional.of(last));
    }

    /** Has rules and gates judge a use, unless they have and are still the same. */
    private void judge(HostQuestion question) {
        Inquiry former = question.inquiry();
        if (former != null && former.isUpToDate()) {
            judged(question, former);
        } else if (question.session().rules().any()) {
            Inquiry inquiry = gates.inquiry(question, former == null ? Agreement.NONE : former.agreement());
            question.setInquiry(inquiry);
            gates.check(inquiry);
            judged(question, inquiry);
        } else {
            answer(question, new HookDecision.Allow(List.of(), permit(question), question.isChanged()));
        }
    }

    private void answer(HostQuestion question, HookDecision decision) {
        question.setAnswered();
        kernel.timers().cancel(question.timer());
        kernel.effects().complete(question.receipt(), decision);
    }

    private static HookDecision.Permit permit(HostQuestion question) {
        return new HookDecision.Permit(question.toolName(), question.args());
    }

    /** Whether interceptors have come that were not asked about a use. */
    private static boolean isLate(HostQuestion question) {
        Chain chain = question.chain();
        return question.session().interceptors().any(InterceptorInterest.TOOLS)
                && (chain == null || !chain.isUpToDate());
    }

    /** Has those asked about a use who came after it was judged; they may not change it. */
    private void interceptAgain(HostQuestion question) {
        Chain chain = question.chain();
        intercept(
                question,
                chain == null ? new Chain(question, "use-" + kernel.entropy().id(), true) : chain);
    }

    private static ProviderName owner(Session session, String name) {
        SessionTool tool = session.tool(name);
        return tool == null ? ToolUse.HOST : tool.owner();
    }

    /** A gate answers. */
    public void answer(Connection connection, GateResult result) {
        gates.answer(connection, result).ifPresent(this::handOn);
    }

    /** An interceptor answers. */
    public void answer(Session session, long question, InterceptorVerdict answer) {
        intercepts.answer(session, question, answer).ifPresent(this::handOn);
    }

    /** Whoever is asked about a session has more to do. */
    public void busy(Session session, long question) {
        intercepts.busy(session, question).ifPresent(this::handOn);
    }

    /** Whoever is asked about a session has nothing else to do any more. */
    public void free(Session session, long question) {
        intercepts.free(session, question);
    }

    /** An interceptor is asked no more: what it has not answered is blocked. */
    public void remove(Session session, InterceptorAddress interceptor) {
        intercepts.remove(session, interceptor).forEach(this::handOn);
    }

    /** A host has the answer of its person. */
    public void answer(Session session, String question, CallApproval answer) {
        gates.atPerson(session, question).ifPresent(inquiry -> {
            if (answer.refusal().isPresent()) {
                gates.refuse(inquiry, answer.refusal().get(), answer.by());
                handOn(inquiry);
            } else {
                approve(inquiry, answer.by());
            }
        });
    }

    private void approve(Inquiry inquiry, Optional<String> by) {
        inquiry.use().accept(new IntendedUse.Visitor() {
            @Override
            public void onCall(Call call) {
                calls.approve(call, inquiry, by);
            }

            @Override
            public void onHostQuestion(HostQuestion question) {
                Chain chain = question.chain();
                if (chain != null) {
                    chain.renew();
                }
                gates.approve(inquiry, by);
                judged(question, inquiry);
            }
        });
    }

    /** A session has another host: what the former one was asked and has not answered, it is asked. */
    public void askAgain(Session session) {
        gates.askAgain(session);
    }

    /** A provider's binding ends: what it was asked is denied. */
    public void lose(Connection connection, String how) {
        gates.lose(connection, how).forEach(this::handOn);
    }

    /** Withdraws all inquiries of a session; whoever waits for one is told why. */
    public void withdraw(Session session, String why, ApprovalWithdrawal cause) {
        intercepts.withdraw(session, why).forEach(this::handOn);
        gates.withdraw(session, why, cause).forEach(this::handOn);
    }

    /** Hands a chain, after something was decided about it, to whoever has asked. */
    private void handOn(Chain chain) {
        chain.occasion().accept(new Occasion.Visitor() {
            @Override
            public void onCall(Call call) {
                calls.intercepted(call, chain);
            }

            @Override
            public void onHostQuestion(HostQuestion question) {
                intercepted(question, chain);
            }

            @Override
            public void onTurnBegin(TurnBegin turn) {
                turns.intercepted(turn, chain);
            }

            @Override
            public void onShownText(ShownText text) {
                turns.intercepted(text, chain);
            }
        });
    }

    /** Hands an inquiry, after something was decided about it, to the call or the host that it is about. */
    private void handOn(Inquiry inquiry) {
        inquiry.use().accept(new IntendedUse.Visitor() {
            @Override
            public void onCall(Call call) {
                calls.judged(call, inquiry);
            }

            @Override
            public void onHostQuestion(HostQuestion question) {
                judged(question, inquiry);
            }
        });
    }

    /**
     * Goes on with a question as far as rules, gates and a person have decided about it; a bug in what follows denies
     * that use, and nothing else.
     */
    private void judged(HostQuestion question, Inquiry inquiry) {
        try {
            inquiry.verdict().accept(new Judged(question, inquiry));
        } catch (RuntimeException | Error bug) {
            fail(question, "judged", bug);
        }
    }

    private final class Judged implements GateVerdict.Visitor {
        private final HostQuestion question;
        private final Inquiry inquiry;

        private Judged(HostQuestion question, Inquiry inquiry) {
            this.question = question;
            this.inquiry = inquiry;
        }

        @Override
        public void onOpen(GateVerdict.Open open) {
            inquiry.setTimer(kernel.timers().at(open.deadline(), () -> {
                gates.expire(inquiry);
                judged(question, inquiry);
            }));
        }

        @Override
        public void onForPerson(GateVerdict.ForPerson person) {
            if (question.options().asking() == Asking.WAIT) {
                gates.askPerson(inquiry, person.question());
            } else {
                gates.drop(inquiry, ApprovalWithdrawal.CANCELLED);
                answer(question, new HookDecision.Ask(person.question(), person.contexts(), permit(question)));
            }
        }

        @Override
        public void onAllowed(GateVerdict.Allowed allowed) {
            if (isLate(question)) {
                interceptAgain(question);
            } else {
                HookDecision.Permit permit = permit(question);
                answer(question, new HookDecision.Allow(allowed.contexts(), permit, question.isChanged()));
            }
        }

        @Override
        public void onDenied(GateVerdict.Denied denied) {
            answer(question, denied.denial());
        }

        @Override
        public void onWithdrawn(GateVerdict.Withdrawn withdrawn) {
            answer(question, new HookDecision.Deny(withdrawn.why(), Optional.empty()));
        }
    }
}
