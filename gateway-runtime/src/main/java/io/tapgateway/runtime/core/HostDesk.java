package io.tapgateway.runtime.core;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.core.call.CallDesk;
import io.tapgateway.runtime.core.call.CheckDesk;
import io.tapgateway.runtime.core.call.TurnDesk;
import io.tapgateway.runtime.core.intercept.InterceptDesk;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.prompt.PromptDesk;
import io.tapgateway.runtime.core.provider.UpdateDesk;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.session.Visibility;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.stream.InboxDesk;
import io.tapgateway.runtime.core.stream.Injector;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the hosts of sessions ask for. Questions about a session that has ended are answered, too, so that none is lost
 * whatever driver asks; nothing else is done for it. Confined to the loop.
 */
final class HostDesk implements HostInput.Visitor {
    private final Kernel kernel;
    private final SessionRegistry sessions;
    private final HostFeed feed;
    private final Lifecycle lifecycle;
    private final CallDesk calls;
    private final CheckDesk checks;
    private final TurnDesk turns;
    private final InterceptDesk intercepts;
    private final PromptDesk prompts;
    private final Injector injector;
    private final InboxDesk inboxes;
    private final UpdateDesk updates;
    private final Visibility visibility;
    private final Shutdowns shutdowns;
    private final Closing closing;

    HostDesk(
            Kernel kernel,
            SessionRegistry sessions,
            HostFeed feed,
            Lifecycle lifecycle,
            CallDesk calls,
            CheckDesk checks,
            TurnDesk turns,
            InterceptDesk intercepts,
            PromptDesk prompts,
            Injector injector,
            InboxDesk inboxes,
            UpdateDesk updates,
            Visibility visibility,
            Shutdowns shutdowns,
            Closing closing) {
        this.kernel = kernel;
        this.sessions = sessions;
        this.feed = feed;
        this.lifecycle = lifecycle;
        this.calls = calls;
        this.checks = checks;
        this.turns = turns;
        this.intercepts = intercepts;
        this.prompts = prompts;
        this.injector = injector;
        this.inboxes = inboxes;
        this.updates = updates;
        this.visibility = visibility;
        this.shutdowns = shutdowns;
        this.closing = closing;
    }

    @Override
    public void onToolCalled(HostInput.ToolCalled input) {
        answered(
                input,
                session ->
                        calls.call(session, input.id(), input.tool(), input.args(), input.options(), input.receipt()));
    }

    @Override
    public void onCallCancelled(HostInput.CallCancelled input) {
        withSession(input.session(), session -> calls.cancel(session, input.id()));
    }

    @Override
    public void onToolChecked(HostInput.ToolChecked input) {
        answered(input, session -> checks.ask(session, input.tool(), input.args(), input.options(), input.receipt()));
    }

    @Override
    public void onQuestionAnswered(HostInput.QuestionAnswered input) {
        withSession(input.session(), session -> checks.answer(session, input.question(), input.answer()));
    }

    @Override
    public void onInterceptorAdded(HostInput.InterceptorAdded input) {
        withSession(
                input.session(),
                session -> intercepts.add(session, input.name(), input.rank(), input.interests(), input.address()));
    }

    @Override
    public void onInterceptorChanged(HostInput.InterceptorChanged input) {
        withSession(input.session(), session -> session.interceptors().take(input.address(), input.interests()));
    }

    @Override
    public void onInterceptorRemoved(HostInput.InterceptorRemoved input) {
        withSession(input.session(), session -> checks.remove(session, input.address()));
    }

    @Override
    public void onInterceptorAnswered(HostInput.InterceptorAnswered input) {
        withSession(input.session(), session -> checks.answer(session, input.question(), input.answer()));
    }

    @Override
    public void onInterceptorBusy(HostInput.InterceptorBusy input) {
        withSession(input.session(), session -> checks.busy(session, input.question()));
    }

    @Override
    public void onInterceptorFree(HostInput.InterceptorFree input) {
        withSession(input.session(), session -> checks.free(session, input.question()));
    }

    @Override
    public void onTurnBegun(HostInput.TurnBegun input) {
        answered(input, session -> turns.begin(session, input.step(), input.receipt()));
    }

    @Override
    public void onTextSaid(HostInput.TextSaid input) {
        answered(input, session -> turns.show(session, input.text(), input.receipt()));
    }

    @Override
    public void onTurnOver(HostInput.TurnOver input) {
        withSession(input.session(), session -> turns.end(session, input.stop(), input.error()));
    }

    @Override
    public void onPromptAsked(HostInput.PromptAsked input) {
        answered(input, session -> prompts.assemble(session, input.sections(), input.approved(), input.receipt()));
    }

    @Override
    public void onToolNamesReserved(HostInput.ToolNamesReserved input) {
        withSession(input.session(), session -> updates.reserve(session, input.names()));
    }

    @Override
    public void onArgumentsUnchecked(HostInput.ArgumentsUnchecked input) {
        withSession(input.session(), session -> session.leaveArgumentsUnchecked(input.wanted()));
    }

    @Override
    public void onPublished(HostInput.Published input) {
        withSession(input.session(), session -> {
            session.touch();
            if (input.event().name().equals(SessionHostEvent.USER_MESSAGE)) {
                session.hearUser();
                if (!input.event().hearsay()) {
                    injector.userSpoke(session);
                }
            }
            lifecycle.publish(session, input.event());
        });
    }

    @Override
    public void onUserActed(HostInput.UserActed input) {
        withSession(input.session(), injector::userActed);
    }

    @Override
    public void onIdled(HostInput.Idled input) {
        withSession(input.session(), session -> {
            session.wantIdle();
            injector.idleIfQuiet(session);
        });
    }

    @Override
    public void onQuieted(HostInput.Quieted input) {
        withSession(input.session(), session -> {
            session.guessIdle();
            injector.idleIfQuiet(session);
        });
    }

    @Override
    public void onPromptsWanted(HostInput.PromptsWanted input) {
        answered(input, session -> inboxes.take(session, input.occasion(), input.patience(), input.receipt()));
    }

    @Override
    public void onForegrounded(HostInput.Foregrounded input) {
        if (sessions.bringToForeground(input.session())) {
            visibility.foregroundChanged();
        }
    }

    @Override
    public void onInterrupted(HostInput.Interrupted input) {
        withSession(input.session(), session -> {
            checks.withdraw(session, "interrupted", ApprovalWithdrawal.INTERRUPTED);
            calls.interrupt(session);
        });
    }

    @Override
    public void onResumed(HostInput.Resumed input) {
        withSession(input.session(), session -> {
            feed.tellTools(session);
            inboxes.resumed(session, input.collectsPrompts());
            checks.askAgain(session);
        });
    }

    @Override
    public void onSessionClosing(HostInput.SessionClosing input) {
        withSession(input.session(), session -> shutdowns.begin(session, kernel.limit(Limit.SHUTDOWN_DEADLINE)));
    }

    @Override
    public void onGatewayClosing(HostInput.GatewayClosing input) {
        closing.begin();
        for (Session session : sessions.all()) {
            if (input.now()) {
                shutdowns.endNow(session);
            } else {
                shutdowns.begin(session, kernel.limit(Limit.SHUTDOWN_DEADLINE));
            }
        }
    }

    /** Handling a call has thrown: it ends, however far it has come. */
    @Override
    public void giveUp(HostInput.ToolCalled input) {
        boolean known = sessions.find(input.session())
                .filter(session -> calls.giveUp(session, input.options().id().orElse(input.id())))
                .isPresent();
        if (!known) {
            kernel.effects().complete(input.receipt(), input.ifFailed());
        }
    }

    /** Handling a prompt or a question has thrown: the prompt stays as it is, what was asked for is denied. */
    @Override
    public <T> void giveUp(HostInput.Awaited<T> input) {
        kernel.effects().complete(input.receipt(), input.ifFailed());
    }

    /** Has the action answer something that a host waits for, or answers it here, where its session has ended. */
    private <T> void answered(HostInput.Awaited<T> input, Consumer<Session> action) {
        Optional<Session> session = sessions.find(input.session());
        if (session.isPresent()) {
            action.accept(session.get());
        } else {
            kernel.effects().complete(input.receipt(), input.ifEnded());
        }
    }

    private void withSession(SessionId id, Consumer<Session> action) {
        sessions.find(id).ifPresent(action);
    }
}
