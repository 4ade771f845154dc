package io.tapgateway.app.doctor;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What Codex itself says about its hooks: it runs those alone that its user has trusted as they are (G-042). It is
 * asked as editors ask it, by its app server. Stateless.
 */
final class CodexHooks {
    private static final int LIST = 1;

    private CodexHooks() {}

    /**
     * One of them. Immutable.
     *
     * @param event when it is run
     * @param isRun whether it is switched on and trusted
     */
    record Hook(String event, String command, boolean isRun) {
        private static Hook read(JsonValue value) {
            JsonObject in = JsonObject.of(value);
            String trust = in.required("trustStatus", JsonReader.TEXT);
            return new Hook(
                    in.required("eventName", JsonReader.TEXT),
                    in.optional("command", JsonReader.TEXT).orElse(""),
                    in.flag("enabled") && (trust.equals("trusted") || trust.equals("managed")));
        }
    }

    /**
     * Those that concern the directory in which it is run.
     *
     * @param program the agent
     * @return nothing if it does not answer, or otherwise than is known
     */
    static Optional<List<Hook>> of(Path program, ProgramRun runs) {
        String input = Stream.of(
                        request(0, "initialize", "{\"clientInfo\":{\"name\":\"tapgateway\",\"version\":\"1\"}}"),
                        "{\"method\":\"initialized\"}",
                        request(
                                LIST,
                                "hooks/list",
                                "{\"cwds\":["
                                        + JsonValue.of(runs.directory().toString())
                                                .json() + "]}"))
                .map(it -> it + "\n")
                .reduce("", String::concat);
        return runs.ask(List.of(program.toString(), "app-server"), input, CodexHooks::isList)
                .flatMap(CodexHooks::read);
    }

    private static String request(int id, String method, String params) {
        return "{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private static boolean isList(String line) {
        try {
            return JsonValue.parse(line)
                    .get("id")
                    .flatMap(JsonValue::asWholeNumber)
                    .filter(id -> id == LIST)
                    .isPresent();
        } catch (MalformedJson | IllegalStateException e) {
            return false;
        }
    }

    private static Optional<List<Hook>> read(String answer) {
        try {
            JsonValue result = JsonObject.of(JsonValue.parse(answer)).required("result", JsonReader.OBJECT);
            return Optional.of(JsonObject.of(result).list("data", JsonReader.OBJECT).stream()
                    .flatMap(each -> JsonObject.of(each).list("hooks", JsonReader.ANY).stream())
                    .map(Hook::read)
                    .toList());
        } catch (MalformedJson | JsonFault e) {
            return Optional.empty();
        }
    }
}
