package io.tapgateway.runtime.core;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.Receipt;
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
    record ToolChecked(SessionId session, String tool, JsonValue args, Asking asking, Receipt<HookDecision> receipt)
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

    /** A host's agent is idle. */
    record Idled(SessionId session) implements HostInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            hosts.onIdled(this);
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

    /** Another object is the host of a session from now on (D-067). */
    record Resumed(SessionId session) implements HostInput {
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

        void onPromptAsked(PromptAsked input);

        void onToolNamesReserved(ToolNamesReserved input);

        void onArgumentsUnchecked(ArgumentsUnchecked input);

        void onPublished(Published input);

        void onIdled(Idled input);

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
