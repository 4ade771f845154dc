package io.tapgateway.zot;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.json.Vocabulary;
import io.tapgateway.user.Note;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads what extensions say, a frame of each line (Z-039, Z-041 – Z-043). Stateless. */
final class ExtensionFrameReader {
    private static final Vocabulary<Note.Level> LEVELS = Vocabulary.lowerCase(Note.Level.class);
    private static final int MOST_SHOWN = 200;

    /** What an extension calls a panel (Z-093). */
    private static final JsonReader<String> PANEL_ID = JsonReader.TEXT.where(
            it -> !it.isEmpty() && it.length() <= ZotLimit.PANEL_ID_CHARACTERS.most(),
            "must have 1 to " + ZotLimit.PANEL_ID_CHARACTERS.most() + " characters");

    private static final JsonReader<ExtensionFrame.Drawing> PANEL = JsonReader.object(in -> drawing(in, "id"));

    private ExtensionFrameReader() {}

    /** The frame of a line; what is wrong with it, if it has none. */
    static ExtensionFrame read(String line) {
        Map<String, JsonValue> members;
        try {
            members = members(JsonValue.parseObject(line, JsonLimits.STANDARD).members());
        } catch (MalformedJson e) {
            return new ExtensionFrame.Fault("it prints what is no frame: " + beginning(line), Optional.empty());
        }
        Optional<String> type = text(members, "type");
        if (type.isEmpty()) {
            return new ExtensionFrame.Fault("it prints a frame without a type: " + beginning(line), Optional.empty());
        }
        try {
            return read(type.get(), JsonObject.ofMembers(members));
        } catch (JsonFault fault) {
            return new ExtensionFrame.Fault(
                    "its frame '" + type.get() + "' is wrong: " + fault.pointer() + " " + fault.reason(),
                    text(members, "id"));
        }
    }

    private static ExtensionFrame read(String type, JsonObject in) {
        return switch (type) {
            case "hello" -> {
                yield new ExtensionFrame.Hello(
                        in.required("name", JsonReader.TEXT), new HashSet<>(in.list("capabilities", JsonReader.TEXT)));
            }
            case "register_command" ->
                new ExtensionFrame.RegisterCommand(in.required("name", JsonReader.TEXT), text(in, "description"));
            case "register_tool" ->
                new ExtensionFrame.RegisterTool(
                        in.required("name", JsonReader.TEXT),
                        text(in, "description"),
                        in.optional("schema", JsonReader.OBJECT).orElse(JsonValue.EMPTY_OBJECT),
                        in.optional("exposure", JsonReader.TEXT),
                        in.flag("interactive"));
            case "ready" -> new ExtensionFrame.Ready();
            case "subscribe" ->
                new ExtensionFrame.Subscribe(in.list("events", JsonReader.TEXT), in.list("intercept", JsonReader.TEXT));
            case "tool_result" ->
                new ExtensionFrame.ToolResult(
                        in.required("id", JsonReader.TEXT), in.list("content", JsonReader.OBJECT), in.flag("is_error"));
            case "event_intercept_response" ->
                new ExtensionFrame.Verdict(
                        in.required("id", JsonReader.TEXT),
                        in.flag("block"),
                        text(in, "reason"),
                        in.optional("modified_args", JsonReader.OBJECT),
                        text(in, "replace_text"));
            case "command_response" -> response(in);
            case "notify" -> {
                String level = text(in, "level");
                yield new ExtensionFrame.Notify(LEVELS.find(level).orElse(Note.Level.INFO), text(in, "message"));
            }
            case "clear_notes" -> new ExtensionFrame.ClearNotes();
            case "open_panel" -> new ExtensionFrame.OpenPanel(in.required("panel", PANEL));
            case "panel_render" -> new ExtensionFrame.PanelRender(drawing(in, "panel_id"));
            case "panel_close" -> new ExtensionFrame.PanelClose(in.required("panel_id", PANEL_ID));
            case "submit" -> new ExtensionFrame.Submit(in.required("text", JsonReader.TEXT));
            case "shutdown_ack" -> new ExtensionFrame.Unserved(type, true);
            default -> new ExtensionFrame.Unserved(type, false);
        };
    }

    private static ExtensionFrame response(JsonObject in) {
        String action = text(in, "action");
        String text = switch (action) {
            case "prompt", "insert", "display" -> text(in, action);
            default -> "";
        };
        return new ExtensionFrame.CommandResponse(
                in.required("id", JsonReader.TEXT),
                action,
                text,
                action.equals("open_panel") ? Optional.of(in.required("open_panel", PANEL)) : Optional.empty(),
                text(in, "error"));
    }

    private static ExtensionFrame.Drawing drawing(JsonObject in, String id) {
        return new ExtensionFrame.Drawing(
                in.required(id, PANEL_ID), text(in, "title"), in.list("lines", JsonReader.TEXT), text(in, "footer"));
    }

    private static String text(JsonObject in, String name) {
        return in.optional(name, JsonReader.TEXT).orElse("");
    }

    private static Optional<String> text(Map<String, JsonValue> members, String name) {
        return Optional.ofNullable(members.get(name)).flatMap(JsonReader.TEXT::tryRead);
    }

    /** The members of a frame by their names; in other letters they count where the name itself is not there. */
    private static Map<String, JsonValue> members(Map<String, JsonValue> sent) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        sent.forEach((name, value) -> members.putIfAbsent(name.toLowerCase(Locale.ROOT), value));
        members.replaceAll((name, value) -> sent.getOrDefault(name, value));
        members.values().removeIf(value -> value.kind() == JsonKind.NULL);
        return members;
    }

    private static String beginning(String line) {
        List<String> shown = line.codePoints()
                .limit(MOST_SHOWN)
                .mapToObj(c -> Character.isISOControl(c) ? "?" : Character.toString(c))
                .toList();
        return String.join("", shown);
    }
}
