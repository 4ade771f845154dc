package io.tapgateway.workspace;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.InvalidArguments;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The list of what an agent is going to do, which is said as a whole each time (F-021): whoever shows it sees it in the
 * call. Nothing is kept. Stateless.
 */
final class TodoTool {
    static final String TODO_WRITE = "todoWrite";

    private static final String TODOS = "todos";
    private static final String CONTENT = "content";
    private static final String ACTIVE = "activeForm";
    private static final String STATUS = "status";
    private static final List<String> STATES = List.of("pending", "in_progress", "completed");

    private TodoTool() {}

    static void addTo(ProviderBuilder provider) {
        Schema entry = Schema.object()
                .required(CONTENT, Schema.string().describedAs("what is to be done"))
                .required(STATUS, Schema.oneOf("pending", "in_progress", "completed"))
                .optional(ACTIVE, Schema.string().describedAs("the same while it is being done"));
        provider.tool(
                TODO_WRITE,
                "Says what is to be done, as a whole list, in the place of the one before.",
                Schema.object().required(TODOS, Schema.array(entry)),
                TodoTool::write);
    }

    private static Object write(ToolInvocation call) {
        List<JsonValue> entries = call.arg(TODOS)
                .filter(value -> value.kind() == JsonKind.ARRAY)
                .map(JsonValue::elements)
                .orElseThrow(() -> InvalidArguments.at("/" + TODOS, "must be a list"));
        if (entries.size() > WorkspaceLimits.TODOS) {
            throw InvalidArguments.at("/" + TODOS, "must have at most " + WorkspaceLimits.TODOS + " entries");
        }
        for (int i = 0; i < entries.size(); i++) {
            check(entries.get(i), "/" + TODOS + "/" + i + "/");
        }
        return Map.of(TODOS, entries.size());
    }

    private static void check(JsonValue entry, String at) {
        if (!text(entry, CONTENT).filter(TodoTool::isRightLength).isPresent()) {
            throw InvalidArguments.at(
                    at + CONTENT, "must have 1 to " + WorkspaceLimits.TODO_CHARACTERS + " characters");
        }
        if (entry.get(ACTIVE).isPresent()
                && !text(entry, ACTIVE).filter(TodoTool::isRightLength).isPresent()) {
            throw InvalidArguments.at(at + ACTIVE, "must have 1 to " + WorkspaceLimits.TODO_CHARACTERS + " characters");
        }
        if (!text(entry, STATUS).filter(STATES::contains).isPresent()) {
            throw InvalidArguments.at(at + STATUS, "must be one of " + String.join(", ", STATES));
        }
    }

    private static boolean isRightLength(String text) {
        return !text.isEmpty() && text.length() <= WorkspaceLimits.TODO_CHARACTERS;
    }

    private static Optional<String> text(JsonValue entry, String name) {
        return entry.kind() == JsonKind.OBJECT
                ? entry.get(name).filter(it -> it.kind() == JsonKind.STRING).map(JsonValue::asString)
                : Optional.empty();
    }
}
