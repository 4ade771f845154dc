package io.tapgateway.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

/** What clients say. */
final class Clients {
    static final ServerProfile PROFILE = new ServerProfile("server", "A server", "1", "Be kind.", true);

    private Clients() {}

    static RpcMessage request(String id, String method, String params) {
        return RpcMessage.read(
                "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    static RpcMessage notification(String method, String params) {
        return RpcMessage.read("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    static RpcMessage initialize(String revision) {
        return request(
                "0",
                "initialize",
                "{\"protocolVersion\":\"" + revision
                        + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"claude-code\",\"version\":\"1\"}}");
    }

    /** A connection whose client has introduced itself. */
    static ServerConnection met() {
        ServerConnection connection = new ServerConnection(PROFILE);
        assertThat(connection.receive(initialize("2025-11-25"))).isInstanceOf(Reaction.Welcome.class);
        return connection;
    }

    /** A connection whose client is ready. */
    static ServerConnection ready() {
        ServerConnection connection = met();
        assertThat(connection.receive(notification("notifications/initialized", "{}")))
                .isInstanceOf(Reaction.Ready.class);
        return connection;
    }

    /** A connection whose client is ready, and lets itself be asked for that. */
    static ServerConnection ready(String capabilities) {
        ServerConnection connection = new ServerConnection(PROFILE);
        connection.receive(request(
                "0", "initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities + "}"));
        connection.receive(notification("notifications/initialized", "{}"));
        return connection;
    }

    /** A call that a connection has begun. */
    static OpenRequest call(ServerConnection connection, String id, String meta) {
        Reaction reaction =
                connection.receive(request(id, "tools/call", "{\"name\":\"greet\",\"_meta\":" + meta + "}"));
        assertThat(reaction).isInstanceOf(Reaction.Serve.class);
        return ((Reaction.Serve) reaction).request();
    }

    /** What a tool is called with. */
    static CallParams params(Reaction reaction) {
        return ((ClientAsk.CallTool) ((Reaction.Serve) reaction).ask()).params();
    }

    /** What is answered at once. */
    static String answer(ServerConnection connection, RpcMessage message) {
        Reaction reaction = connection.receive(message);
        if (reaction instanceof Reaction.Reject rejection) {
            return rejection.refusal().text();
        }
        assertThat(reaction).isInstanceOf(Reaction.Answer.class);
        return ((Reaction.Answer) reaction).text();
    }
}
