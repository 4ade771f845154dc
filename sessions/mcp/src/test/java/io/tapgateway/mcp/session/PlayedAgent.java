package io.tapgateway.mcp.session;

import java.util.List;

/** An agent that a seed plays, of whichever kind, and all that has got to it. Confined to the test, but for hearing. */
abstract class PlayedAgent {
    static final String INTRODUCTION = "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"played\",\"version\":\"1\"}}";

    static final String READY = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    private int asked;

    /** Sends a request; returns its id. */
    int ask(String method, String params) {
        asked++;
        say(request(asked, method, params));
        return asked;
    }

    static String request(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    void cancel(int id) {
        say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}");
    }

    abstract void say(String message);

    /** All messages that have got to it, each once. */
    abstract List<String> heard();

    /** Something happens to its line, for a while or for good; {@code number} says what. */
    abstract void trouble(int number);

    /** What had happened to its line is over, as far as it was for a while. */
    abstract void recover();

    /** It ends; if it is in a hurry, without the answers that it has yet to get. */
    abstract void leave(boolean hurry) throws Exception;
}
