package io.tapgateway.mcp.protocol.http;

import io.tapgateway.mcp.protocol.RpcMessage;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What is to be done about a talk over HTTP. Immutable. */
public sealed interface HttpAct {
    /** Calls the visitor's method for this kind of act. */
    void accept(Visitor visitor);

    /** One method per kind of act. */
    interface Visitor {
        void onAsk(Ask ask);

        void onAbandon(Abandon abandon);

        void onPause(Pause pause);

        void onReceive(Receive received);

        void onRenew(Renew renew);

        void onBreak(Break broken);
    }

    /**
     * A request is to be sent, always to the origin of the server.
     *
     * @param exchange names the request and what comes of it, once in the life of a talk
     * @param headers those of the protocol; those of the server's configuration go along
     */
    record Ask(long exchange, String method, URI uri, Map<String, String> headers, Optional<String> body)
            implements HttpAct {
        public Ask {
            headers = Map.copyOf(headers);
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onAsk(this);
        }
    }

    /** Nobody wants to hear of a request any more, or of what comes of it; its connection can be closed. */
    record Abandon(long exchange) implements HttpAct {
        @Override
        public void accept(Visitor visitor) {
            visitor.onAbandon(this);
        }
    }

    /** The talk goes on after a pause, with {@link HttpTalk#due}. */
    record Pause(Duration time, long timer) implements HttpAct {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPause(this);
        }
    }

    /** A message has come. */
    record Receive(RpcMessage message) implements HttpAct {
        @Override
        public void accept(Visitor visitor) {
            visitor.onReceive(this);
        }
    }

    /**
     * The server takes nobody in without a token, or not with this one: another one is to be had, and then {@link
     * HttpTalk#renewed} says whether there is one.
     *
     * @param refused the request that was refused, with what went along with it
     */
    record Renew(long exchange, long refused, Challenge challenge) implements HttpAct {
        @Override
        public void accept(Visitor visitor) {
            visitor.onRenew(this);
        }
    }

    /** Nobody can go on with this server; why, for people. */
    record Break(String reason) implements HttpAct {
        @Override
        public void accept(Visitor visitor) {
            visitor.onBreak(this);
        }
    }
}
