package io.tapgateway.app.cli.session;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of a tool as somebody wrote them: a JSON object, or {@code name=value} for each. What a value is says
 * the tool's schema; where it says nothing, a value that is JSON is taken as that, and any other one as text.
 * Immutable.
 */
record ArgumentWords(String tool, List<String> words) {
    private static final String EXAMPLE = "for example '{\"name\": \"World\"}', or name=World.";
    private static final JsonValue TEXT = JsonValue.of("string");

    /**
     * Understands as much as there is to understand without knowing the tool.
     *
     * @throws Problem if they are no arguments
     */
    static ArgumentWords of(String tool, List<String> words) throws Problem {
        ArgumentWords arguments = new ArgumentWords(tool, List.copyOf(words));
        if (arguments.areNamed()) {
            arguments.named(JsonValue.EMPTY_OBJECT);
        } else {
            arguments.object();
        }
        return arguments;
    }

    /** What they are for the tool of that name in a session. */
    JsonValue value(ControlClient client, String sessionPath) throws Problem {
        return areNamed() ? named(properties(client, sessionPath)) : object();
    }

    private boolean areNamed() {
        return !words.isEmpty() && !words.get(0).startsWith("{") && words.get(0).contains("=");
    }

    private JsonValue object() throws Problem {
        if (words.isEmpty()) {
            return JsonValue.EMPTY_OBJECT;
        }
        if (words.size() > 1) {
            throw new Problem("The arguments are one JSON object, in single quotes for a shell; or NAME=VALUE each.");
        }
        try {
            JsonValue value = JsonValue.parse(words.get(0));
            if (value.kind() == JsonKind.OBJECT) {
                return value;
            }
        } catch (MalformedJson e) {
            if (words.get(0).startsWith("{")) {
                throw new Problem("The arguments cannot be read: " + e.reason() + "; write them " + EXAMPLE);
            }
        }
        throw new Problem("The arguments must be a JSON object, " + EXAMPLE);
    }

    private JsonValue named(JsonValue properties) throws Problem {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new Problem("'" + word + "' is no argument; write NAME=VALUE.");
            }
            String name = word.substring(0, equals);
            JsonValue schema = properties.get(name).orElse(JsonValue.EMPTY_OBJECT);
            if (members.put(name, value(word.substring(equals + 1), schema)) != null) {
                throw new Problem("The argument '" + name + "' is there twice; leave one out.");
            }
        }
        return JsonValue.object(members);
    }

    private static JsonValue value(String text, JsonValue schema) {
        if (schema.get("type").filter(TEXT::equals).isPresent()) {
            return JsonValue.of(text);
        }
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            return JsonValue.of(text);
        }
    }

    private JsonValue properties(ControlClient client, String sessionPath) throws Problem {
        return ApiText.list(client.get(sessionPath + "/tools"), "tools").stream()
                .filter(one -> ApiText.text(one, "name").equals(tool))
                .findFirst()
                .flatMap(one -> one.get("parameters"))
                .flatMap(parameters -> parameters.get("properties"))
                .orElse(JsonValue.EMPTY_OBJECT);
    }
}
