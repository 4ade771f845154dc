package io.tapgateway.app.mcp;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands for something else in an agent's configuration, put into the words of {@link McpVariables} (M-060):
 * <code>${env:KEY}</code>, <code>${input:key}</code> and <code>${workspaceFolder}</code> of VS Code and Cursor,
 * <code>$KEY</code> of Gemini. Confined to one thread.
 */
final class AgentVariables {
    private static final Pattern PLACE = Pattern.compile("\\$\\{([^}:]+)(?::([^}]*))?}");
    private static final Pattern OF_GEMINI = Pattern.compile("\\$([A-Za-z_][A-Za-z0-9_]*)");

    /** A server begins in the directory of its session. */
    private static final String WORKSPACE = ".";

    private final boolean isGemini;
    private final Set<String> inputs = new LinkedHashSet<>();
    private boolean ofWorkspace;

    AgentVariables(boolean isGemini) {
        this.isGemini = isGemini;
    }

    /** Variables that the agent would have asked its user for. */
    Set<String> inputs() {
        return inputs;
    }

    /** Whether anything was named by the directory of the session. */
    boolean isOfWorkspace() {
        return ofWorkspace;
    }

    /**
     * The same with all texts in it translated, but no names of members.
     *
     * @throws JsonFault if something stands for what nobody knows here
     */
    JsonValue in(JsonValue value) {
        if (value.kind() == JsonKind.OBJECT) {
            Map<String, JsonValue> members = new LinkedHashMap<>();
            value.members().forEach((name, each) -> members.put(name, in(each)));
            return JsonValue.object(members);
        }
        if (value.kind() == JsonKind.ARRAY) {
            List<JsonValue> elements = value.elements();
            return JsonValue.array(elements.stream().map(this::in).toList());
        }
        return value.kind() == JsonKind.STRING ? JsonValue.of(in(value.asString())) : value;
    }

    private String in(String text) {
        String braced = isGemini ? OF_GEMINI.matcher(text).replaceAll("\\${$1}") : text;
        Matcher found = PLACE.matcher(braced);
        StringBuilder out = new StringBuilder();
        while (found.find()) {
            String stands = found.group(2) == null ? plain(found) : qualified(found, found.group(2));
            found.appendReplacement(out, Matcher.quoteReplacement(stands));
        }
        return found.appendTail(out).toString();
    }

    private String plain(Matcher found) {
        return switch (found.group(1)) {
            case "workspaceFolder", "workspaceRoot" -> {
                ofWorkspace = true;
                yield WORKSPACE;
            }
            case "userHome" -> "${HOME}";
            case "pathSeparator", "/" -> "/";
            default -> found.group();
        };
    }

    private String qualified(Matcher found, String name) {
        if (name.startsWith("-")) {
            return found.group();
        }
        return switch (found.group(1)) {
            case "env" -> "${" + name + "}";
            case "input" -> {
                String variable = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
                inputs.add(variable);
                yield "${" + variable + "}";
            }
            default -> throw new JsonFault("", "nothing stands here for " + found.group());
        };
    }
}
