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
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.stream.Injector;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the hosts of sessions ask for. Questions about a session that has ended are answered, too, so that none is lost
 * whatever driver asks; nothing else is done for it. Confined to the loop.
 */
final class HostDesk {
    private final Kernel kernel;
    private final SessionRegistry sessions;
    private final HostFeed feed;
    private final Lifecycle lifecycle;
    private final CallDesk calls;
    private final CheckDesk checks;
    private final PromptDesk prompts;
    private final Injector injector;
    private final Shutdowns shutdowns;

    HostDesk(
            Kernel kernel,
            SessionRegistry sessions,
            HostFeed feed,
            Lifecycle lifecycle,
            CallDesk calls,
            CheckDesk checks,
            PromptDesk prompts,
            Injector injector,
            Shutdowns shutdowns) {
        this.kernel = kernel;
        this.sessions = sessions;
        this.feed = feed;
        this.lifecycle = lifecycle;
        this.calls = calls;
        this.checks = checks;
        this.prompts = prompts;
        this.injector = injector;
        this.shutdowns = shutdowns;
    }

    /** A tool is called. */
    void call(Input.ToolCalled input) {
        Optional<Session> session = sessions.find(input.session());
        if (session.isPresent()) {
            calls.call(session.get(), input.id(), input.tool(), input.args(), input.options(), input.receipt());
        } else {
            kernel.effects()
                    .complete(input.receipt(), ToolOutcome.failure(ToolErrorCode.CANCELLED, "the session has ended"));
        }
    }

    /** A call is not wanted any more. */
    void cancel(Input.CallCancelled input) {
        withSession(input.session(), session -> calls.cancel(session, input.id()));
    }

    /** May a tool be used? */
    void check(Input.ToolChecked input) {
        Optional<Session> session = sessions.find(input.session());
        if (session.isPresent()) {
            checks.ask(session.get(), input.tool(), input.args(), input.receipt());
        } else {
            kernel.effects()
                    .complete(input.receipt(), new HookDecision.Deny("The session has ended.", Optional.empty()));
        }
    }

    /** Handling a call has thrown: it ends, however far it has come. */
    void giveUp(Input.ToolCalled input) {
        boolean known = sessions.find(input.session())
                .filter(session -> calls.giveUp(session, input.id()))
                .isPresent();
        if (!known) {
            kernel.effects().complete(input.receipt(), ToolOutcome.failure(ToolErrorCode.INTERNAL, "internal error"));
        }
    }

    /** Handling a prompt has thrown: it stays as it is. */
    void giveUp(Input.PromptAsked input) {
        kernel.effects().complete(input.receipt(), PromptAssembly.unchanged(input.sections()));
    }

    /** Handling a question has thrown: it is denied. */
    void giveUp(Input.ToolChecked input) {
        kernel.effects().complete(input.receipt(), new HookDecision.Deny("internal error", Optional.empty()));
    }

    /** A prompt is to be assembled. */
    void assemble(Input.PromptAsked input) {
        Optional<Session> session = sessions.find(input.session());
        if (session.isPresent()) {
            prompts.assemble(session.get(), input.sections(), input.approved(), input.receipt());
        } else {
            kernel.effects().complete(input.receipt(), PromptAssembly.unchanged(input.sections()));
        }
    }

    /** Sets whether arguments are checked against the schemas of their tools. */
    void validate(Input.ValidationSet input) {
        withSession(input.session(), session -> session.setValidatesArguments(input.wanted()));
    }

    /** Something happened in the conversation. */
    void publish(Input.Published input) {
        withSession(input.session(), session -> {
            session.touch();
            if (input.event().name().equals(SessionHostEvent.USER_MESSAGE)) {
                injector.userSpoke(session);
            }
            lifecycle.publish(session, input.event());
        });
    }

    /** The agent has finished its turn. */
    void idle(SessionId id) {
        withSession(id, session -> {
            session.wantIdle();
            injector.idleIfQuiet(session);
        });
    }

    /** The user stopped the agent. */
    void interrupt(SessionId id) {
        withSession(id, session -> {
            checks.withdraw(session, "interrupted");
            calls.interrupt(session);
        });
    }

    /** Another host object has taken over the session: it is told the tools. */
    void resume(SessionId id) {
        withSession(id, feed::tellTools);
    }

    /** The session is to end. */
    void close(SessionId id) {
        withSession(id, session -> shutdowns.begin(session, kernel.limit(Limit.SHUTDOWN_DEADLINE)));
    }

    /** All sessions are to end, at once or in good order. */
    void closeAll(boolean now) {
        for (Session session : sessions.all()) {
            if (now) {
                shutdowns.endNow(session);
            } else {
                shutdowns.begin(session, kernel.limit(Limit.SHUTDOWN_DEADLINE));
            }
        }
    }

    private void withSession(SessionId id, Consumer<Session> action) {
        sessions.find(id).ifPresent(action);
    }
}
