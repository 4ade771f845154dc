package io.tapgateway.runtime.core;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.TurnStop;
import io.tapgateway.runtime.core.kernel.InterceptorAddress;
import io.tapgateway.runtime.core.kernel.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What hosts ask for, and the embedder. Immutable. */
public sealed interface HostInput extends Input {
    /**
     * Something that a host waits for: it has an answer whatever happens.
     *
     * @param <T> the answer
     */
    sealed interface Awaited<T> extends HostInput {
        SessionId session();

        Receipt<T> receipt();

        /** The answer if the session has ended. */
        T ifEnded();

        /** The answer if handling it has thrown. */
        T ifFailed();
    }

    /**
     * A host calls a tool.
     *
     * @param id a fresh one, by which the provider knows the call; its host as well, unless it gave it a name
     */
    record ToolCalled(
            SessionId session,
            CallId id,
            String tool,
            JsonValue args,
            CallOptions options,
            Receipt<ToolOutcome> receipt)
            implements Awaited<ToolOutcome> {
        private static final ToolOutcome ENDED = ToolOutcome.failure(ToolErrorCode.CANCELLED, "the session has ended");
        private static final ToolOutcome FAILED = ToolOutcome.failure(ToolErrorCode.INTERNAL, "internal error");

        @Override
        public ToolOutcome ifEnded() {
            return ENDED;
        }

        @Override
        public ToolOutcome ifFailed() {
            return FAILED;
        }

        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onToolCalled(this);
        }

        @Override
        public void giveUp(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.giveUp(this);
        }
    }

    /** A host wants a call no more. */
    record CallCancelled(SessionId session, CallId id) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onCallCancelled(this);
        }
    }

    /** A host asks whether a tool may be used. */
    record ToolChecked(
            SessionId session, String tool, JsonValue args, CheckOptions options, Receipt<HookDecision> receipt)
            implements Awaited<HookDecision> {
        private static final HookDecision ENDED = new HookDecision.Deny("The session has ended.", Optional.empty());
        private static final HookDecision FAILED = new HookDecision.Deny("internal error", Optional.empty());

        @Override
        public HookDecision ifEnded() {
            return ENDED;
        }

        @Override
        public HookDecision ifFailed() {
            return FAILED;
        }

        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onToolChecked(this);
        }

        @Override
        public void giveUp(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.giveUp(this);
        }
    }

    /** A host knows what the person says to a question of that id. */
    record QuestionAnswered(SessionId session, String question, CallApproval answer) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onQuestionAnswered(this);
        }
    }

    /** Somebody wants to be asked ahead of rules. */
    record InterceptorAdded(
            SessionId session,
            ProviderName name,
            int rank,
            Set<InterceptorInterest> interests,
            InterceptorAddress address)
            implements HostInput {
        public InterceptorAdded {
            interests = Set.copyOf(interests);
        }

        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onInterceptorAdded(this);
        }
    }

    /** An interceptor takes part in other things from now on. */
    record InterceptorChanged(SessionId session, InterceptorAddress address, Set<InterceptorInterest> interests)
            implements HostInput {
        public InterceptorChanged {
            interests = Set.copyOf(interests);
        }

        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onInterceptorChanged(this);
        }
    }

    /** An interceptor wants to be asked no more. */
    record InterceptorRemoved(SessionId session, InterceptorAddress address) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onInterceptorRemoved(this);
        }
    }

    /** An interceptor answers the question of that number. */
    record InterceptorAnswered(SessionId session, long question, InterceptorVerdict answer) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onInterceptorAnswered(this);
        }
    }

    /** An interceptor needs longer for the question of that number. */
    record InterceptorBusy(SessionId session, long question) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onInterceptorBusy(this);
        }
    }

    /** An interceptor has nothing to do any more that is older than the question of that number. */
    record InterceptorFree(SessionId session, long question) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onInterceptorFree(this);
        }
    }

    /** A host is about to ask its model. */
    record TurnBegun(SessionId session, int step, Receipt<Optional<String>> receipt)
            implements Awaited<Optional<String>> {
        @Override
        public Optional<String> ifEnded() {
            return Optional.of("The session has ended.");
        }

        @Override
        public Optional<String> ifFailed() {
            return Optional.of("internal error");
        }

        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onTurnBegun(this);
        }

        @Override
        public void giveUp(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.giveUp(this);
        }
    }

    /** A host is about to show a text of its model. */
    record TextSaid(SessionId session, String text, Receipt<String> receipt) implements Awaited<String> {
        @Override
        public String ifEnded() {
            return "withheld: the session has ended";
        }

        @Override
        public String ifFailed() {
            return "withheld: internal error";
        }

        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onTextSaid(this);
        }

        @Override
        public void giveUp(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.giveUp(this);
        }
    }

    /** A host is done with an answer of its model. */
    record TurnOver(SessionId session, TurnStop stop, Optional<String> error) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onTurnOver(this);
        }
    }

    /**
     * A host wants a prompt assembled.
     *
     * @param approved the only external appends that may take part; empty if all may
     */
    record PromptAsked(
            SessionId session,
            PromptSections sections,
            Optional<Set<ExternalAppend>> approved,
            Receipt<PromptAssembly> receipt)
            implements Awaited<PromptAssembly> {
        @Override
        public PromptAssembly ifEnded() {
            return PromptAssembly.unchanged(sections);
        }

        @Override
        public PromptAssembly ifFailed() {
            return PromptAssembly.unchanged(sections);
        }

        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onPromptAsked(this);
        }

        @Override
        public void giveUp(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.giveUp(this);
        }
    }

    /** A host keeps other names for its own tools. */
    record ToolNamesReserved(SessionId session, Set<String> names) implements HostInput {
        public ToolNamesReserved {
            names = Set.copyOf(names);
        }

        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onToolNamesReserved(this);
        }
    }

    /** A host wants calls sent whatever their arguments are, or no longer. */
    record ArgumentsUnchecked(SessionId session, boolean wanted) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onArgumentsUnchecked(this);
        }
    }

    /** A host publishes an event. */
    record Published(SessionId session, SessionHostEvent event) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onPublished(this);
        }
    }

    /** The user of a session has done something. */
    record UserActed(SessionId session) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onUserActed(this);
        }
    }

    /** A host's agent is idle. */
    record Idled(SessionId session) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onIdled(this);
        }
    }

    /** A host's agent has been quiet. */
    record Quieted(SessionId session) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onQuieted(this);
        }
    }

    /** Somebody hands prompts to the agent, if there are some, or as soon as there are. */
    record PromptsWanted(
            SessionId session, PromptOccasion occasion, Duration patience, Receipt<List<InjectedPrompt>> receipt)
            implements Awaited<List<InjectedPrompt>> {
        @Override
        public List<InjectedPrompt> ifEnded() {
            return List.of();
        }

        @Override
        public List<InjectedPrompt> ifFailed() {
            return List.of();
        }

        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onPromptsWanted(this);
        }

        @Override
        public void giveUp(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.giveUp(this);
        }
    }

    /** A host's user looks at the session now. */
    record Foregrounded(SessionId session) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onForegrounded(this);
        }
    }

    /** A host's user interrupts. */
    record Interrupted(SessionId session) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onInterrupted(this);
        }
    }

    /**
     * Another object is the host of a session from now on (D-067).
     *
     * @param collectsPrompts see {@link io.tapgateway.runtime.SessionHost#collectsPrompts}
     */
    record Resumed(SessionId session, boolean collectsPrompts) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onResumed(this);
        }
    }

    /** A host ends its session. */
    record SessionClosing(SessionId session) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onSessionClosing(this);
        }
    }

    /**
     * The embedder ends everything.
     *
     * @param now without waiting for anybody
     */
    record GatewayClosing(boolean now) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onGatewayClosing(this);
        }
    }

    /** One method per input. */
    interface Visitor {
        void onToolCalled(ToolCalled input);

        void onCallCancelled(CallCancelled input);

        void onToolChecked(ToolChecked input);

        void onQuestionAnswered(QuestionAnswered input);

        void onInterceptorAdded(InterceptorAdded input);

        void onInterceptorChanged(InterceptorChanged input);

        void onInterceptorRemoved(InterceptorRemoved input);

        void onInterceptorAnswered(InterceptorAnswered input);

        void onInterceptorBusy(InterceptorBusy input);

        void onInterceptorFree(InterceptorFree input);

        void onTurnBegun(TurnBegun input);

        void onTextSaid(TextSaid input);

        void onTurnOver(TurnOver input);

        void onPromptAsked(PromptAsked input);

        void onToolNamesReserved(ToolNamesReserved input);

        void onArgumentsUnchecked(ArgumentsUnchecked input);

        void onPublished(Published input);

        void onUserActed(UserActed input);

        void onIdled(Idled input);

        void onQuieted(Quieted input);

        void onPromptsWanted(PromptsWanted input);

        void onForegrounded(Foregrounded input);

        void onInterrupted(Interrupted input);

        void onResumed(Resumed input);

        void onSessionClosing(SessionClosing input);

        void onGatewayClosing(GatewayClosing input);

        /** Handling this call has thrown, which may have begun by then. */
        void giveUp(ToolCalled call);

        /** Handling this has thrown. */
        <T> void giveUp(Awaited<T> input);
    }
}
