package io.tapgateway.link.message;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.user.Ability;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.Withdrawal;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What a host says to the gateway. What has an {@code id} is answered with exactly one {@link GatewayNotice.Answer} or
 * {@link GatewayNotice.Refused} of that id. All are immutable.
 */
public sealed interface HostMessage {
    /** Lets {@code visitor} handle the message. */
    <R> R accept(Visitor<R> visitor);

    /**
     * Registers a session.
     *
     * @param collectsPrompts whether prompts wait until the host takes them
     * @param adopt whether the host goes on with a session of that window, if the gateway has one; it is called by the
     *     id in {@code info} on this link all the same
     */
    record Open(
            long id,
            SessionInfo info,
            Optional<Set<String>> pathArguments,
            Optional<AgentWindow> window,
            boolean collectsPrompts,
            boolean adopt)
            implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onOpen(this);
        }
    }

    /** Takes part in a session that somebody else hosts. */
    record Attach(long id, SessionId session) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAttach(this);
        }
    }

    /**
     * Calls a tool.
     *
     * @param options with a name; who is to be told of progress is not said, but whether anybody is
     * @param reporting whether the host wants to know of progress
     */
    record Call(long id, SessionId session, String tool, JsonValue args, CallOptions options, boolean reporting)
            implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onCall(this);
        }
    }

    /** Ends one call; it is answered as cancelled. */
    record Cancel(SessionId session, CallId call) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onCancel(this);
        }
    }

    /** Asks whether a tool may be used. */
    record Check(long id, SessionId session, String tool, JsonValue args, CheckOptions options) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onCheck(this);
        }
    }

    /**
     * Has providers work on a prompt.
     *
     * @param approved of what external providers would append; empty if the host has no say in it
     */
    record Assemble(long id, SessionId session, PromptSections sections, Optional<Set<ExternalAppend>> approved)
            implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAssemble(this);
        }
    }

    /** Keeps these names for tools of the host's own, and no others any more. */
    record Reserve(long id, SessionId session, Set<String> names) implements HostMessage {
        public Reserve {
            names = Set.copyOf(names);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onReserve(this);
        }
    }

    /** Asks how something is now. */
    record Ask(long id, SessionId session, Subject subject) implements HostMessage {
        /** What is asked for. */
        public enum Subject {
            /** Its {@link SessionInfo}. */
            INFO,
            /** Its tools. */
            TOOLS,
            /** What external providers would append to prompts. */
            APPENDS,
            /** Its streams. */
            STREAMS,
            /** What its providers offer beside tools. */
            OFFERINGS
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAsk(this);
        }
    }

    /** Asks for the newest events of a stream. */
    record Stream(long id, SessionId session, String name, int last) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onStream(this);
        }
    }

    /**
     * Takes the prompts that wait.
     *
     * @param patience how long it may take until there are some
     */
    record TakePrompts(long id, SessionId session, PromptOccasion occasion, Duration patience) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onTakePrompts(this);
        }
    }

    /** Nobody has heard of the agent for a while. */
    record Quiet(SessionId session) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onQuiet(this);
        }
    }

    /** Asks for a token for a program that the host starts as a provider of its session. */
    record Spawn(long id, SessionId session, ProviderName name) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onSpawn(this);
        }
    }

    /** Makes a token worthless. */
    record Revoke(Secret token) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onRevoke(this);
        }
    }

    /** Something happened in the conversation. */
    record Publish(SessionId session, SessionHostEvent event) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onPublish(this);
        }
    }

    /** What needs no words. */
    record Signal(SessionId session, Kind kind) implements HostMessage {
        /** Which. */
        public enum Kind {
            IDLE,
            FOREGROUND,
            INTERRUPT,
            /** Arguments are held against the parameters of tools again. */
            VALIDATE,
            /** They are not any more, from now on. */
            DO_NOT_VALIDATE,
            CLOSE
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onSignal(this);
        }
    }

    /** The answer to {@link GatewayNotice.Injected}: whether the turn is accepted. */
    record Taken(long id, boolean accepted) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onTaken(this);
        }
    }

    /**
     * Asks the person at a session (U-109); answered with what came of it.
     *
     * @param question an object as {@link io.tapgateway.user.UserRequestJson#ask} writes it
     */
    record AskPerson(long id, SessionId session, JsonValue question) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAskPerson(this);
        }
    }

    /**
     * Takes back what the person was asked.
     *
     * @param asked the id of that message
     */
    record Withdraw(SessionId session, long asked, Withdrawal why) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onWithdraw(this);
        }
    }

    /**
     * A person may sit at the host's side from now on.
     *
     * @param surface what the host calls it; one number is one surface, however often it is attached
     * @param characters of a question that it shows whole
     * @param abilities those that a surface can have over a link
     */
    record AttachSurface(
            SessionId session, long surface, String name, int characters, Set<Ability> abilities, boolean deputy)
            implements HostMessage {
        public AttachSurface {
            abilities = Set.copyOf(abilities);
        }

        /** The same surface, of a session that is called something else. */
        public AttachSurface in(SessionId other) {
            return new AttachSurface(other, surface, name, characters, abilities, deputy);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAttachSurface(this);
        }
    }

    /** Somebody says something to a question that is open at a surface. */
    record Say(SessionId session, long surface, QuestionId question, PersonsWord word) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onSay(this);
        }
    }

    /**
     * Whether somebody is at a surface.
     *
     * @param atMost of somebody who is away
     */
    record Presence(SessionId session, long surface, Change change, Duration atMost) implements HostMessage {
        /** Which. */
        public enum Change {
            /** Nobody is there, and somebody may come back. */
            AWAY,
            /** Somebody has come back. */
            BACK,
            /** Somebody does something there. */
            ACTIVE,
            /** Nobody is there any more. */
            GONE
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onPresence(this);
        }
    }

    /** The host leaves for good: its sessions end. */
    record Leave() implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onLeave(this);
        }
    }

    /** Something that this version does not know; refused if it wants an answer, ignored otherwise. */
    record Unknown(String type, Optional<Long> id) implements HostMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onUnknown(this);
        }
    }

    /** One method for each. */
    interface Visitor<R> {
        R onOpen(Open message);

        R onAttach(Attach message);

        R onCall(Call message);

        R onCancel(Cancel message);

        R onCheck(Check message);

        R onAssemble(Assemble message);

        R onReserve(Reserve message);

        R onAsk(Ask message);

        R onStream(Stream message);

        R onTakePrompts(TakePrompts message);

        R onQuiet(Quiet message);

        R onSpawn(Spawn message);

        R onRevoke(Revoke message);

        R onPublish(Publish message);

        R onSignal(Signal message);

        R onTaken(Taken message);

        R onAskPerson(AskPerson message);

        R onWithdraw(Withdraw message);

        R onAttachSurface(AttachSurface message);

        R onSay(Say message);

        R onPresence(Presence message);

        R onLeave(Leave message);

        R onUnknown(Unknown message);
    }
}
