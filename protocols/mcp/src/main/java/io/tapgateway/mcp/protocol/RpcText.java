package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Messages as texts. Stateless. */
public final class RpcText {
    private RpcText() {}

    /** A request is done; if that is too large to be sent, the answer says so (M-005). */
    public static String result(RpcId id, JsonValue result) {
        String text = message(out -> out.value("id", id.value()).value("result", result));
        return text.length() > McpLimit.SENT_CHARACTERS.most() ? error(Optional.of(id), RpcError.tooLarge()) : text;
    }

    /**
     * A request is answered with questions first.
     *
     * @param state comes back with their answers
     */
    public static String asking(OpenRequest request, List<ServerRequest> questions, String state) {
        return result(request.id(), request.form().asking(questions, state));
    }

    /** A request is not done. */
    public static String error(RpcId id, RpcError error) {
        return error(Optional.of(id), error);
    }

    /** The same of a message that may have no id. */
    static String error(Optional<RpcId> id, RpcError error) {
        return message(out ->
                out.value("id", id.map(RpcId::value).orElse(JsonValue.NULL)).object("error", error::write));
    }

    /** Something to be done and answered. */
    static String request(RpcId id, String method, JsonValue params) {
        return message(out -> out.value("id", id.value()).text("method", method).value("params", params));
    }

    /** The same with parameters that are written now. */
    static String request(RpcId id, String method, Consumer<? super JsonWriter> params) {
        return message(out -> out.value("id", id.value()).text("method", method).object("params", params));
    }

    /** News without parameters. */
    static String notification(String method) {
        return message(out -> out.text("method", method));
    }

    /** News. */
    static String notification(String method, Consumer<? super JsonWriter> params) {
        return message(out -> out.text("method", method).object("params", params));
    }

    private static String message(Consumer<? super JsonWriter> members) {
        return JsonWriter.toText(out -> members.accept(out.text("jsonrpc", "2.0")));
    }
}
