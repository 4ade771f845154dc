package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.core.hook.GateDesk;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.rule.ToolUse;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.GateVerdict;
import io.tapgateway.runtime.core.state.HostQuestion;
import io.tapgateway.runtime.core.state.Inquiry;
import io.tapgateway.runtime.core.state.IntendedUse;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.SessionTool;
import java.util.List;
import java.util.Optional;

/**
 * Whether tools may be used: answers hosts that ask (D-167, D-172), and hands on verdicts that come later to the calls
 * or hosts that they are about. Confined to the loop.
 */
public final class CheckDesk {
    private final Kernel kernel;
    private final GateDesk gates;
    private final CallDesk calls;

    public CheckDesk(Kernel kernel, GateDesk gates, CallDesk calls) {
        this.kernel = kernel;
        this.gates = gates;
        this.calls = calls;
    }

    /** A host asks: may that tool be used in that way? */
    public void ask(Session session, String tool, JsonValue args, Asking asking, Receipt<HookDecision> receipt) {
        session.touch();
        if (session.isEnding()) {
            kernel.effects().complete(receipt, new HookDecision.Deny("The session is ending.", Optional.empty()));
        } else if (!session.rules().any()) {
            kernel.effects().complete(receipt, new HookDecision.Allow(List.of(), new HookDecision.Permit(tool, args)));
        } else {
            HostQuestion question = new HostQuestion(session, tool, owner(session, tool), args, asking, receipt);
            Inquiry inquiry = gates.inquiry(question);
            gates.check(inquiry);
            goOn(question, inquiry);
        }
    }

    private static ProviderName owner(Session session, String name) {
        SessionTool tool = session.tool(name);
        return tool == null ? ToolUse.HOST : tool.owner();
    }

    /** A gate answers. */
    public void answer(Connection connection, GateResult result) {
        gates.answer(connection, result).ifPresent(this::handOn);
    }

    /** A host has the answer of its person. */
    public void answer(Session session, String question, CallApproval answer) {
        gates.atPerson(session, question).ifPresent(inquiry -> {
            if (answer.refusal().isPresent()) {
                gates.refuse(inquiry, answer.refusal().get());
                handOn(inquiry);
            } else {
                approve(inquiry);
            }
        });
    }

    private void approve(Inquiry inquiry) {
        inquiry.use().accept(new IntendedUse.Visitor() {
            @Override
            public void onCall(Call call) {
                calls.approve(call, inquiry);
            }

            @Override
            public void onHostQuestion(HostQuestion question) {
                gates.approve(inquiry);
                goOn(question, inquiry);
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
    public void withdraw(Session session, String why) {
        gates.withdraw(session, why).forEach(this::handOn);
    }

    /** Hands an inquiry, after something was decided about it, to the call or the host that it is about. */
    private void handOn(Inquiry inquiry) {
        inquiry.use().accept(new IntendedUse.Visitor() {
            @Override
            public void onCall(Call call) {
                calls.goOn(call, inquiry);
            }

            @Override
            public void onHostQuestion(HostQuestion question) {
                goOn(question, inquiry);
            }
        });
    }

    private void goOn(HostQuestion question, Inquiry inquiry) {
        inquiry.verdict().accept(new GateVerdict.Visitor() {
            @Override
            public void onOpen(GateVerdict.Open open) {
                inquiry.setTimer(kernel.timers().at(open.deadline(), () -> {
                    gates.expire(inquiry);
                    goOn(question, inquiry);
                }));
            }

            @Override
            public void onForPerson(GateVerdict.ForPerson person) {
                if (question.asking() == Asking.WAIT) {
                    gates.askPerson(inquiry, person.question());
                } else {
                    gates.drop(inquiry);
                    answer(new HookDecision.Ask(person.question(), person.contexts(), permit()));
                }
            }

            @Override
            public void onAllowed(GateVerdict.Allowed allowed) {
                answer(new HookDecision.Allow(allowed.contexts(), permit()));
            }

            private HookDecision.Permit permit() {
                return new HookDecision.Permit(question.toolName(), question.args());
            }

            @Override
            public void onDenied(GateVerdict.Denied denied) {
                answer(denied.denial());
            }

            @Override
            public void onWithdrawn(GateVerdict.Withdrawn withdrawn) {
                answer(new HookDecision.Deny(withdrawn.why(), Optional.empty()));
            }

            private void answer(HookDecision decision) {
                kernel.effects().complete(question.receipt(), decision);
            }
        });
    }
}
