package io.tapgateway.runtime.core;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.call.CallDesk;
import io.tapgateway.runtime.core.call.CheckDesk;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.prompt.PromptDesk;
import io.tapgateway.runtime.core.provider.Providers;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.session.Visibility;
import io.tapgateway.runtime.core.state.Session;
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
    private final PromptDesk prompts;
    private final Injector injector;
    private final Providers providers;
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
            PromptDesk prompts,
            Injector injector,
            Providers providers,
            Visibility visibility,
            Shutdowns shutdowns,
            Closing closing) {
        this.kernel = kernel;
        this.sessions = sessions;
        this.feed = feed;
        this.lifecycle = lifecycle;
        this.calls = calls;
        this.checks = checks;
        this.prompts = prompts;
        this.injector = injector;
        this.providers = providers;
        this.visibility = visibility;
        this.shutdowns = shutdowns;
        this.closing = closing;
    }

    @Override
    public void onToolCalled(HostInput.ToolCalled input) {
        Optional<Session> session = sessions.find(input.session());
        if (session.isPresent()) {
            calls.call(session.get(), input.id(), input.tool(), input.args(), input.options(), input.receipt());
        } else {
            kernel.effects()
                    .complete(input.receipt(), ToolOutcome.failure(ToolErrorCode.CANCELLED, "the session has ended"));
        }
    }

    @Override
    public void onCallCancelled(HostInput.CallCancelled input) {
        withSession(input.session(), session -> calls.cancel(session, input.id()));
    }

    @Override
    public void onToolChecked(HostInput.ToolChecked input) {
        Optional<Session> session = sessions.find(input.session());
        if (session.isPresent()) {
            checks.ask(session.get(), input.tool(), input.args(), input.asking(), input.receipt());
        } else {
            kernel.effects()
                    .complete(input.receipt(), new HookDecision.Deny("The session has ended.", Optional.empty()));
        }
    }

    @Override
    public void onQuestionAnswered(HostInput.QuestionAnswered input) {
        withSession(input.session(), session -> checks.answer(session, input.question(), input.answer()));
    }

    @Override
    public void onPromptAsked(HostInput.PromptAsked input) {
        Optional<Session> session = sessions.find(input.session());
        if (session.isPresent()) {
            prompts.assemble(session.get(), input.sections(), input.approved(), input.receipt());
        } else {
            kernel.effects().complete(input.receipt(), PromptAssembly.unchanged(input.sections()));
        }
    }

    @Override
    public void onToolNamesReserved(HostInput.ToolNamesReserved input) {
        withSession(input.session(), session -> providers.updates().reserve(session, input.names()));
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
                injector.userSpoke(session);
            }
            lifecycle.publish(session, input.event());
        });
    }

    @Override
    public void onIdled(HostInput.Idled input) {
        withSession(input.session(), session -> {
            session.wantIdle();
            injector.idleIfQuiet(session);
        });
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
            checks.withdraw(session, "interrupted");
            calls.interrupt(session);
        });
    }

    @Override
    public void onResumed(HostInput.Resumed input) {
        withSession(input.session(), session -> {
            feed.tellTools(session);
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
            kernel.effects().complete(input.receipt(), ToolOutcome.failure(ToolErrorCode.INTERNAL, "internal error"));
        }
    }

    /** Handling a prompt has thrown: it stays as it is. */
    @Override
    public void giveUp(HostInput.PromptAsked input) {
        kernel.effects().complete(input.receipt(), PromptAssembly.unchanged(input.sections()));
    }

    /** Handling a question has thrown: it is denied. */
    @Override
    public void giveUp(HostInput.ToolChecked input) {
        kernel.effects().complete(input.receipt(), new HookDecision.Deny("internal error", Optional.empty()));
    }

    private void withSession(SessionId id, Consumer<Session> action) {
        sessions.find(id).ifPresent(action);
    }
}
