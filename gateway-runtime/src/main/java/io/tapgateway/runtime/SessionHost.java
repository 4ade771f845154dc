package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The embedder's end of one session: what the gateway tells an agent host, as it does all {@link SessionListener}s; a
 * slow or throwing method delays only its own session.
 */
public interface SessionHost extends SessionListener {
    /**
     * A provider's event or prompt enters the conversation: the host starts a turn with it.
     *
     * @return completes when the turn is accepted; a failure is logged
     */
    CompletionStage<Void> send(InjectedPrompt prompt);

    /**
     * Whether what providers put into the conversation waits in the inbox of the session until somebody takes it by
     * {@link GatewaySession#takePrompts}, for agents that nobody can wake; {@link #send} is not called then (M-043).
     * Asked once, when the session is opened or resumed, on the thread that does so; a host that goes on with
     * a session whose gateway is elsewhere has to say the same as the former one.
     */
    @MayChange
    default boolean collectsPrompts() {
        return false;
    }

    /**
     * Whether providers that are started for the session are on their way: who shows the tools of a session once only
     * does well to wait for them (M-012). Nobody is to begin with, and who runs the gateway says so on any thread. Of
     * providers that join by themselves nobody knows before they have.
     */
    @MayChange
    default void providersExpected(boolean expected) {}

    /** A prompt waits in the inbox from now on. */
    @MayChange
    default void promptWaits(InjectedPrompt prompt) {}

    /** What waits in the inbox is not what it was, or who could put something into it. */
    @MayChange
    default void inboxChanged(InboxView inbox) {}

    /**
     * Rules or gates want a person to decide whether a tool may be used (U-120). The call holds no place and no time
     * limit runs while it waits, except its host's own deadline. Asked again after {@link GatewaySession#resume}; the
     * first answer counts. Hosts in other processes are not asked: who runs the gateway has the person.
     *
     * @return completes with the answer; whatever else it does, and whatever this method throws, is a no. By default
     *     nobody is there who could say yes
     */
    @MayChange
    default CompletionStage<CallApproval> approve(CallQuestion question) {
        return CompletableFuture.completedFuture(CallApproval.ABSENT);
    }

    /** A question is of no interest any more; an answer has no effect (U-102). */
    @MayChange
    default void approvalWithdrawn(CallQuestion question, ApprovalWithdrawal why) {}

    /**
     * Names of the tool arguments that are paths, for rules about files (D-166). Asked once, when the session is
     * opened, on the thread that opens it.
     *
     * @return empty for the usual ones: {@code file}, {@code filename}, {@code filePath}, {@code file_path}, {@code
     *     files}, {@code notebook_path}, {@code path} and {@code target_file}
     */
    default Optional<Set<String>> pathArguments() {
        return Optional.empty();
    }

    /**
     * Where the agent lives, if other parts of it come in by other ways (G-001). Asked once, when the session is
     * opened, on the thread that opens it.
     */
    default Optional<AgentWindow> window() {
        return Optional.empty();
    }

    /** A host that only wants to call tools. */
    static SessionHost ignoringEverything() {
        return ignoring(false);
    }

    /** The same, where others hand prompts to the agent by {@link GatewaySession#takePrompts}. */
    @MayChange
    static SessionHost collectingPrompts() {
        return ignoring(true);
    }

    private static SessionHost ignoring(boolean collectsPrompts) {
        return new SessionHost() {
            @Override
            public boolean collectsPrompts() {
                return collectsPrompts;
            }

            @Override
            public CompletionStage<Void> send(InjectedPrompt prompt) {
                return CompletableFuture.completedFuture(null);
            }
        };
    }
}
