package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProgressAmount;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a message of a server means to its client. Immutable. */
public sealed interface ServerNews {
    /** Calls the visitor's method for this kind of news. */
    <R> R accept(Visitor<R> visitor);

    /** One method per kind of news. */
    interface Visitor<R> {
        R onNothing(Nothing nothing);

        R onReply(Reply reply);

        R onMet(Met met);

        R onListed(Listed list);

        R onNotListed(NotListed failure);

        R onListChanged(ListChanged change);

        R onResourceChanged(ResourceChanged change);

        R onResult(Result result);

        R onFailure(Failure failure);

        R onLate(Late late);

        R onProgress(Progress progress);

        R onLog(Log log);

        R onAsked(Asked asked);

        R onInputRequired(InputRequired questions);

        R onWithdrawn(Withdrawn withdrawn);

        R onStray(Stray stray);

        R onBroken(Broken broken);
    }

    /** Nothing. */
    record Nothing() implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onNothing(this);
        }
    }

    /** A text is to be sent, and that is all. */
    record Reply(String text) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onReply(this);
        }
    }

    /** It is known who the server is: texts are to be sent, in this order, and then it may be asked. */
    record Met(List<String> texts, ServerInfo server) implements ServerNews {
        public Met {
            texts = List.copyOf(texts);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onMet(this);
        }
    }

    /**
     * A list is complete.
     *
     * @param definitions as they were sent
     * @param cut whether there are more than anybody looks at
     */
    record Listed(ServerList list, List<JsonValue> definitions, boolean cut) implements ServerNews {
        public Listed {
            definitions = List.copyOf(definitions);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onListed(this);
        }
    }

    /** A list has failed. */
    record NotListed(ServerList list, String reason) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onNotListed(this);
        }
    }

    /** Lists are not what they were. */
    record ListChanged(Set<ServerList> lists) implements ServerNews {
        public ListChanged {
            lists = Set.copyOf(lists);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onListChanged(this);
        }
    }

    /** A resource is not what it was. */
    record ResourceChanged(String uri) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onResourceChanged(this);
        }
    }

    /** What has come of a call. */
    record Result(long call, JsonValue value) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onResult(this);
        }
    }

    /** A call was not done, and why. */
    record Failure(long call, String reason) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onFailure(this);
        }
    }

    /** The server is done with a call that was cancelled. */
    record Late(long call) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onLate(this);
        }
    }

    /**
     * How far a call is.
     *
     * @param text empty if the server gives numbers alone
     * @param amount empty if it gives none that can be read
     */
    record Progress(long call, String text, Optional<ProgressAmount> amount) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onProgress(this);
        }
    }

    /** A line of the server's log. */
    record Log(McpLogLevel level, String text) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onLog(this);
        }
    }

    /** The server wants something of the client's person. */
    record Asked(OpenRequest request, Elicitation what) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAsked(this);
        }
    }

    /** The server wants something of the client's person before it goes on with a call. */
    record InputRequired(List<Asked> questions) implements ServerNews {
        public InputRequired {
            questions = List.copyOf(questions);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onInputRequired(this);
        }
    }

    /** The server does not want it any more. */
    record Withdrawn(OpenRequest request) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onWithdrawn(this);
        }
    }

    /** What is no message; the beginning of it. */
    record Stray(String beginning) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onStray(this);
        }
    }

    /** Nobody can go on with this server; why, for people. */
    record Broken(String reason) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onBroken(this);
        }
    }
}
