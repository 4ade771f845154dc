package io.tapgateway.protocol.model;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What can be done with {@link Offerings}: each is the use of a tool of that name, which no list shows, so that rules,
 * gates, persons, time limits and traces are those of a call (M-041). The argument {@code server} names the provider.
 */
@MayChange
public enum OfferingUse {
    /** Reads the resource {@code uri}; the result is an object with {@code contents}, as MCP has it. */
    READ_RESOURCE("read_resource", "Reads a resource of a provider"),
    /**
     * Gets the prompt {@code name}, with the texts {@code arguments}; the result is an object with {@code messages}.
     */
    GET_PROMPT("get_prompt", "Gets a prompt of a provider"),
    /**
     * Completes the {@code argument}, {@code {"name","value"}}, of what {@code ref} names, in the {@code context} of
     * others; the result is an object with {@code completion}.
     */
    COMPLETE("complete_argument", "Completes an argument of a prompt or of the address of a resource"),
    /** Has the provider say, in the stream {@code resources}, when the resource {@code uri} is another one. */
    SUBSCRIBE("subscribe_resource", "Follows a resource of a provider"),
    /** No longer. */
    UNSUBSCRIBE("unsubscribe_resource", "Follows a resource of a provider no longer");

    /** The argument that names the provider. */
    public static final String SERVER = "server";

    /** The argument that names a resource. */
    public static final String URI = "uri";

    /** The argument that names a prompt. */
    public static final String NAME = "name";

    /** The argument with the arguments of a prompt. */
    public static final String ARGUMENTS = "arguments";

    /** The argument that says which argument of something is to be completed. */
    public static final String ARGUMENT = "argument";

    /** The argument that says what it is an argument of. */
    public static final String REF = "ref";

    /** The argument with other arguments of the same thing, as MCP has it. */
    public static final String CONTEXT = "context";

    private final String tool;
    private final String about;

    OfferingUse(String tool, String about) {
        this.tool = tool;
        this.about = about;
    }

    /** What it is called. */
    public String tool() {
        return tool;
    }

    /** The use of that name. */
    public static Optional<OfferingUse> of(String tool) {
        return Arrays.stream(values()).filter(it -> it.tool.equals(tool)).findFirst();
    }

    /** It, as the gateway sees the tool. */
    public ToolDefinition definition() {
        return ToolDefinition.of(tool, about, JsonWriter.toValue(this::schema));
    }

    private void schema(JsonWriter out) {
        out.text("type", "object")
                .object("properties", this::properties)
                .texts("required", required())
                .flag("additionalProperties", false);
    }

    private List<String> required() {
        return switch (this) {
            case READ_RESOURCE, SUBSCRIBE, UNSUBSCRIBE -> List.of(SERVER, URI);
            case GET_PROMPT -> List.of(SERVER, NAME);
            case COMPLETE -> List.of(SERVER, REF, ARGUMENT);
        };
    }

    private void properties(JsonWriter out) {
        of(out, "string", SERVER);
        switch (this) {
            case READ_RESOURCE, SUBSCRIBE, UNSUBSCRIBE -> of(out, "string", URI);
            case GET_PROMPT -> {
                of(out, "string", NAME);
                of(out, "object", ARGUMENTS);
            }
            case COMPLETE -> {
                of(out, "object", REF);
                of(out, "object", ARGUMENT);
                of(out, "object", CONTEXT);
            }
        }
    }

    private static void of(JsonWriter out, String type, String name) {
        Consumer<JsonWriter> schema = it -> it.text("type", type);
        out.object(name, schema);
    }

    /** The arguments of a use of the resource at an address. */
    public static JsonValue resource(ProviderName server, String uri) {
        return JsonWriter.toValue(out -> out.text(SERVER, server).text(URI, uri));
    }
}
