package io.tapgateway.runtime.core.kernel;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.InterceptedTool;
import io.tapgateway.runtime.InterceptorQuestion;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.runtime.TurnStop;
import java.util.Optional;

/** What an interceptor is asked or told. Immutable. */
public sealed interface InterceptorNotice {
    /** Calls the method for this notice. */
    void accept(Visitor visitor);

    /** Whether it is about something that happens, so that who does not keep up can do without it. */
    default boolean isEvent() {
        return true;
    }

    /**
     * What comes with a question.
     *
     * @param number of the question, unique in the gateway
     * @param chainBegan when the first one about the same thing was asked, in the core's time
     * @param paused nanoseconds of the time since then in which whoever was asked had something older to do
     * @param asked when this one was
     */
    record Question(SessionId session, long number, long chainBegan, long paused, long asked) {}

    /** See {@link SessionInterceptor#beforeTool}. */
    record BeforeTool(Question question, InterceptedTool use) implements InterceptorNotice {
        @Override
        public boolean isEvent() {
            return false;
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onBeforeTool(this);
        }
    }

    /** See {@link SessionInterceptor#beforeTurn}. */
    record BeforeTurn(Question question, int step) implements InterceptorNotice {
        @Override
        public boolean isEvent() {
            return false;
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onBeforeTurn(this);
        }
    }

    /** See {@link SessionInterceptor#beforeShown}. */
    record BeforeShown(Question question, String text) implements InterceptorNotice {
        @Override
        public boolean isEvent() {
            return false;
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onBeforeShown(this);
        }
    }

    /**
     * Nobody waits for the answer to a question any more; see {@link InterceptorQuestion#withdrawn}.
     *
     * @param question its number
     */
    record Withdrawn(long question) implements InterceptorNotice {
        @Override
        public boolean isEvent() {
            return false;
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onWithdrawn(this);
        }
    }

    /** See {@link SessionInterceptor#toolAsked}. */
    record ToolAsked(InterceptedTool use) implements InterceptorNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onToolAsked(this);
        }
    }

    /** See {@link SessionInterceptor#turnStarted}. */
    record TurnStarted(int step) implements InterceptorNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onTurnStarted(this);
        }
    }

    /** See {@link SessionInterceptor#textShown}. */
    record TextShown(String text) implements InterceptorNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onTextShown(this);
        }
    }

    /** See {@link SessionInterceptor#turnEnded}. */
    record TurnEnded(TurnStop stop, Optional<String> error) implements InterceptorNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onTurnEnded(this);
        }
    }

    /** One method per notice. */
    interface Visitor {
        void onBeforeTool(BeforeTool notice);

        void onBeforeTurn(BeforeTurn notice);

        void onBeforeShown(BeforeShown notice);

        void onWithdrawn(Withdrawn notice);

        void onToolAsked(ToolAsked notice);

        void onTurnStarted(TurnStarted notice);

        void onTextShown(TextShown notice);

        void onTurnEnded(TurnEnded notice);
    }
}
