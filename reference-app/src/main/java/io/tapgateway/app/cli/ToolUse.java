package io.tapgateway.app.cli;

import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import picocli.CommandLine.Parameters;

/** Which tool a command is about, and with what. Confined to the main thread. */
final class ToolUse {
    @Parameters(index = "0", paramLabel = "TOOL", description = "The name of the tool.")
    private String tool = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "ARGS",
            defaultValue = "{}",
            description = "Its arguments: a JSON object. Default: {}")
    private String arguments = "{}";

    String tool() {
        return tool;
    }

    JsonValue arguments() throws Problem {
        try {
            JsonValue value = JsonValue.parse(arguments);
            if (value.kind() == JsonKind.OBJECT) {
                return value;
            }
        } catch (MalformedJson e) {
            throw new Problem("The arguments are no valid JSON: " + e.reason() + ".");
        }
        throw new Problem("The arguments must be a JSON object, for example '{\"name\": \"World\"}'.");
    }

    /** The beginning of a body with the arguments, for more to come. */
    JsonText body() throws Problem {
        return new JsonText().beginObject().name("args").value(arguments());
    }
}
