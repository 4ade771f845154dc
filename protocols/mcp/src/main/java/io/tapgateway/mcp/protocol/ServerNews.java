package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonValue;
import java.util.List;

/** What a message of a server means to its client. Immutable. */
public sealed interface ServerNews {
    /** Calls the visitor's method for this kind of news. */
    <R> R accept(Visitor<R> visitor);

    /** One method per kind of news. */
    interface Visitor<R> {
        R onNothing(Nothing nothing);

        R onReply(Reply reply);

        R onMet(Met met);

        R onTools(Tools tools);

        R onNoTools(NoTools failure);

        R onToolsChanged(ToolsChanged change);

        R onResult(Result result);

        R onFailure(Failure failure);

        R onLate(Late late);

        R onProgress(Progress progress);

        R onLog(Log log);

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

    /** The handshake is over: a text is to be sent, and then the server may be asked. */
    record Met(String text, ServerInfo server) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onMet(this);
        }
    }

    /**
     * A list of tools is complete.
     *
     * @param definitions as they were sent
     * @param cut whether there are more than anybody looks at
     */
    record Tools(List<JsonValue> definitions, boolean cut) implements ServerNews {
        public Tools {
            definitions = List.copyOf(definitions);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onTools(this);
        }
    }

    /** A list of tools has failed. */
    record NoTools(String reason) implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onNoTools(this);
        }
    }

    /** The list is not what it was. */
    record ToolsChanged() implements ServerNews {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onToolsChanged(this);
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

    /** How far a call is. */
    record Progress(long call, String text) implements ServerNews {
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
