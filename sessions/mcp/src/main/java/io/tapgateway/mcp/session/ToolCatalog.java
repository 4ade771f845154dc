package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.protocol.codec.ToolProfileJson;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.ToolProfile;
import io.tapgateway.runtime.RegisteredTool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tools of a session as an agent gets to see them (M-020). Thread-safe. */
final class ToolCatalog {
    private static final String TYPE = "type";

    private final ShownNames names;
    private final McpRevision revision;
    private final LazyTools lazy;
    private final BiPredicate<OwnTool, Integer> own;
    private volatile Map<String, RegisteredTool> known = Map.of();

    /** @param own which tools of the face's own are shown where providers have so many */
    ToolCatalog(ShownNames names, McpRevision revision, LazyTools lazy, BiPredicate<OwnTool, Integer> own) {
        this.names = names;
        this.revision = revision;
        this.lazy = lazy;
        this.own = own;
    }

    /** These are the tools now. */
    void update(List<RegisteredTool> tools) {
        tools.forEach(it -> names.shown(it.name().value()));
        known = tools.stream().collect(Collectors.toMap(it -> it.name().value(), Function.identity()));
    }

    /** The tool of that name, as far as the gateway has told. */
    Optional<RegisteredTool> known(String tool) {
        return Optional.ofNullable(known.get(tool));
    }

    /** Which tool the agent means. */
    String tool(String shown) {
        return names.tool(shown);
    }

    /**
     * The result of {@code tools/list}.
     *
     * @param tools those there are now
     * @param cursor the last name that the page before has shown
     */
    JsonValue page(List<RegisteredTool> tools, Optional<String> cursor) {
        NavigableMap<String, Consumer<JsonWriter>> shown = new TreeMap<>();
        tools.stream()
                .filter(tool -> lazy.lists(tool.name().value(), tools.size()))
                .forEach(tool ->
                        names.shown(tool.name().value()).ifPresent(it -> shown.put(it, out -> write(out, it, tool))));
        Stream.of(OwnTool.values())
                .filter(it -> own.test(it, tools.size()))
                .forEach(it -> shown.put(it.shown(), it::write));
        return ListPage.of("tools", shown, cursor);
    }

    /** Tools as a list shows them, in this order. */
    JsonValue found(List<RegisteredTool> tools) {
        return JsonWriter.toValue(out -> out.objects(
                "tools",
                tools.stream()
                        .filter(it -> names.shown(it.name().value()).isPresent())
                        .toList(),
                (each, tool) -> write(each, names.shown(tool.name().value()).orElseThrow(), tool)));
    }

    private void write(JsonWriter out, String name, RegisteredTool tool) {
        out.text("name", name).text("description", tool.description()).value("inputSchema", schema(tool.parameters()));
        ToolProfileJson.write(out, revision.hasStructuredResults() ? tool.profile() : ToolProfile.NONE);
    }

    /** Agents take it for granted that a schema says that it is one of objects. */
    private static JsonValue schema(JsonValue parameters) {
        if (parameters.get(TYPE).isPresent()) {
            return parameters;
        }
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put(TYPE, JsonValue.of("object"));
        members.putAll(parameters.members());
        return JsonValue.object(members);
    }
}
