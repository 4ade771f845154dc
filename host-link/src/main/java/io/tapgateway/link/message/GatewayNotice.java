package io.tapgateway.link.message;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.UserRequest;
import java.util.List;

/** What the gateway says to a host. All are immutable. */
public sealed interface GatewayNotice {
    /** Lets {@code visitor} handle the message. */
    <R> R accept(Visitor<R> visitor);

    /**
     * The answer to what the host asked under that id.
     *
     * @param answer an object; what is in it depends on the question
     */
    record Answer(long id, JsonValue answer) implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAnswer(this);
        }
    }

    /**
     * What the host asked cannot be done.
     *
     * @param reason a sentence for people
     */
    record Refused(long id, String reason) implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onRefused(this);
        }
    }

    /** A provider reports on a call of the host. */
    record Progress(SessionId session, CallId call, CallProgress progress) implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onProgress(this);
        }
    }

    /** The tools the agent may call have changed: all of them. */
    record ToolsChanged(SessionId session, List<RegisteredTool> tools) implements GatewayNotice {
        public ToolsChanged {
            tools = List.copyOf(tools);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onToolsChanged(this);
        }
    }

    /** A tool is not what it was. */
    record ToolChanged(SessionId session, ToolChange change) implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onToolChanged(this);
        }
    }

    /** A line for the timeline. */
    record Logged(SessionId session, TimelineEntry entry) implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onLogged(this);
        }
    }

    /** Something enters the conversation; answered by {@link HostMessage.Taken}. */
    record Injected(long id, SessionId session, InjectedPrompt prompt) implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onInjected(this);
        }
    }

    /** What providers offer beside tools is not what it was. */
    record OfferingsChanged(SessionId session) implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onOfferingsChanged(this);
        }
    }

    /** Whether providers that are started for a session are on their way. */
    record ProvidersExpected(SessionId session, boolean expected) implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onProvidersExpected(this);
        }
    }

    /** What waits in the inbox of a session is not what it was. */
    record InboxChanged(SessionId session, InboxView inbox) implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onInboxChanged(this);
        }
    }

    /**
     * A question waits for an answer at a surface of the host (U-109).
     *
     * @param surface what the host calls it
     */
    record QuestionOpened(SessionId session, long surface, QuestionId question, UserRequest request)
            implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onQuestionOpened(this);
        }
    }

    /** A question that was open at a surface of the host has ended, wherever that was. */
    record QuestionClosed(SessionId session, long surface, QuestionId question, QuestionEnd how)
            implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onQuestionClosed(this);
        }
    }

    /**
     * A surface of the host is not attached, or not any more.
     *
     * @param reason a sentence for people
     */
    record SurfaceDetached(SessionId session, long surface, String reason) implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onSurfaceDetached(this);
        }
    }

    /** The session is gone; nothing more is said about it. */
    record Closed(SessionId session) implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onClosed(this);
        }
    }

    /** The gateway stops; nothing follows. */
    record Stopping() implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onStopping(this);
        }
    }

    /** Something that this version does not know; ignored. */
    record Unknown(String type) implements GatewayNotice {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onUnknown(this);
        }
    }

    /** One method for each. */
    interface Visitor<R> {
        R onAnswer(Answer notice);

        R onRefused(Refused notice);

        R onProgress(Progress notice);

        R onToolsChanged(ToolsChanged notice);

        R onToolChanged(ToolChanged notice);

        R onLogged(Logged notice);

        R onInjected(Injected notice);

        R onOfferingsChanged(OfferingsChanged notice);

        R onProvidersExpected(ProvidersExpected notice);

        R onInboxChanged(InboxChanged notice);

        R onQuestionOpened(QuestionOpened notice);

        R onQuestionClosed(QuestionClosed notice);

        R onSurfaceDetached(SurfaceDetached notice);

        R onClosed(Closed notice);

        R onStopping(Stopping notice);

        R onUnknown(Unknown notice);
    }
}
