package io.tapgateway.zot;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.user.panel.PanelKey;
import java.util.Optional;

/**
 * Writes what extensions are told: compact JSON, its members always in the same order, since a shell may match on it
 * (Z-040). Stateless.
 */
final class HostFrames {
    private static final int PROTOCOL_VERSION = 1;

    private HostFrames() {}

    /** {@code hello_ack} (Z-034). */
    static String helloAck(Surroundings around, Manifest manifest) {
        return JsonWriter.toText(out -> out.text("type", "hello_ack")
                .number("protocol_version", PROTOCOL_VERSION)
                .text("zot_version", Surroundings.ZOT_VERSION)
                .text("provider", around.model().isEmpty() ? "" : Surroundings.MODEL_PROVIDER)
                .text("model", around.model())
                .text("cwd", around.workingDirectory())
                .text("extension_dir", manifest.directory())
                .text("data_dir", manifest.directory()));
    }

    /** {@code tool_call}. */
    static String toolCall(String id, String name, JsonValue args) {
        return JsonWriter.toText(out ->
                out.text("type", "tool_call").text("id", id).text("name", name).value("args", args));
    }

    /** {@code tool_cancel}. */
    static String toolCancel(String id) {
        return JsonWriter.toText(out -> out.text("type", "tool_cancel").text("id", id));
    }

    /** {@code command_invoked}; without arguments if there are none (Z-084). */
    static String commandInvoked(String id, String name, String args) {
        return JsonWriter.toText(out -> {
            out.text("type", "command_invoked").text("id", id).text("name", name);
            if (!args.isEmpty()) {
                out.text("args", args);
            }
        });
    }

    /** {@code event} of a session that begins. */
    static String sessionStart() {
        return JsonWriter.toText(out -> out.text("type", "event").text("event", "session_start"));
    }

    /** {@code event} of a tool that is about to be used. */
    static String toolUse(String toolId, String tool, JsonValue args) {
        return JsonWriter.toText(out -> toolUse(out.text("type", "event"), toolId, tool, args));
    }

    /** {@code event_intercept} about a tool that is about to be used. */
    static String mayUse(String id, String toolId, String tool, JsonValue args) {
        return JsonWriter.toText(
                out -> toolUse(out.text("type", "event_intercept").text("id", id), toolId, tool, args));
    }

    /** {@code event} of a model that is about to be asked. */
    static String turnStart(int step) {
        return JsonWriter.toText(
                out -> out.text("type", "event").text("event", "turn_start").number("step", step));
    }

    /** {@code event} of a text that was shown. */
    static String shown(String text) {
        return JsonWriter.toText(out ->
                out.text("type", "event").text("event", "assistant_message").text("text", text));
    }

    /** {@code event} of an answer that is done with. */
    static String turnEnd(String stop, Optional<String> error) {
        return JsonWriter.toText(out -> out.text("type", "event")
                .text("event", "turn_end")
                .text("stop", stop)
                .text("error", error));
    }

    /** {@code event_intercept} about a model that is about to be asked. */
    static String mayBegin(String id, int step) {
        return JsonWriter.toText(out -> out.text("type", "event_intercept")
                .text("id", id)
                .text("event", "turn_start")
                .number("step", step));
    }

    /** {@code event_intercept} about a text that is about to be shown. */
    static String mayShow(String id, String text) {
        return JsonWriter.toText(out -> out.text("type", "event_intercept")
                .text("id", id)
                .text("event", "assistant_message")
                .text("text", text));
    }

    private static void toolUse(JsonWriter out, String toolId, String tool, JsonValue args) {
        out.text("event", "tool_call")
                .text("tool_id", toolId)
                .text("tool_name", tool)
                .value("tool_args", args);
    }

    /** {@code panel_key} (Z-097). */
    static String panelKey(String panel, PanelKey key) {
        return JsonWriter.toText(out -> {
            out.text("type", "panel_key").text("panel_id", panel).text("key", key.name());
            if (!key.text().isEmpty()) {
                out.text("text", key.text());
            }
        });
    }

    /** {@code panel_close} (Z-098). */
    static String panelClose(String panel) {
        return JsonWriter.toText(out -> out.text("type", "panel_close").text("panel_id", panel));
    }

    /** {@code shutdown}. */
    static String shutdown() {
        return JsonWriter.toText(out -> out.text("type", "shutdown"));
    }
}
