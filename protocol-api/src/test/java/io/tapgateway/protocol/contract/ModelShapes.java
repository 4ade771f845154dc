package io.tapgateway.protocol.contract;

import static io.tapgateway.protocol.contract.Field.alwaysSent;
import static io.tapgateway.protocol.contract.Field.optional;
import static io.tapgateway.protocol.contract.Field.required;
import static io.tapgateway.protocol.contract.ValueShape.anyObject;
import static io.tapgateway.protocol.contract.ValueShape.anything;
import static io.tapgateway.protocol.contract.ValueShape.exactly;
import static io.tapgateway.protocol.contract.ValueShape.flag;
import static io.tapgateway.protocol.contract.ValueShape.identifier;
import static io.tapgateway.protocol.contract.ValueShape.nonEmptyText;
import static io.tapgateway.protocol.contract.ValueShape.positiveNumber;
import static io.tapgateway.protocol.contract.ValueShape.schema;
import static io.tapgateway.protocol.contract.ValueShape.struct;
import static io.tapgateway.protocol.contract.ValueShape.text;
import static io.tapgateway.protocol.contract.ValueShape.wholeNumber;
import static io.tapgateway.protocol.contract.ValueShape.wholeNumberFrom;
import static io.tapgateway.protocol.contract.ValueShape.words;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.QueryId;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TraceParent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The shapes that several messages share. */
final class ModelShapes {
    static final ValueShape SESSION_ID = text(SessionId.MAX_LENGTH, "abc123");
    static final ValueShape REQUEST_ID = text(RequestId.MAX_LENGTH, "req-42");
    static final ValueShape QUERY_ID = text(QueryId.MAX_LENGTH, "q-1");
    static final ValueShape CALL_ID = text(CallId.MAX_LENGTH, "call-123");
    static final ValueShape PROVIDER_ID = text(ProviderId.MAX_LENGTH, "p-8f3a");
    static final ValueShape PROVIDER_NAME = identifier("[A-Za-z0-9][A-Za-z0-9_-]{0,47}", "ci-watcher");
    static final ValueShape INSTANCE_NAME = identifier("[A-Za-z0-9._-]{1,64}", "tab-a3f8");
    static final ValueShape STREAM_NAME = identifier("[A-Za-z0-9._-]{1,64}", "ci-watch");
    static final ValueShape STREAM_ADDRESS =
            identifier("[A-Za-z0-9._-]{1,64}(@[A-Za-z0-9][A-Za-z0-9_-]{0,47})?", "git-watch", "git-watch@guardian");
    static final ValueShape GATE_ID = identifier("[A-Za-z0-9._:-]{1,64}", "check-before-push");
    static final ValueShape TOOL_NAME = identifier("[A-Za-z0-9_-]{1,64}", "my_tool");
    static final ValueShape TRACE_PARENT =
            identifier(TraceParent.PATTERN, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    static final ValueShape LEVEL = words((Object[]) PushLevel.values());

    private static final Map<String, Object> QUERY_SCHEMA = schema(
            "type", "object", "properties", schema("query", schema("type", "string")), "required", List.of("query"));

    private static final ValueShape ANNOTATIONS = struct(
            Struct.open(
                    "ToolAnnotations",
                    "Hints at what calling a tool does. They are claims: hosts hear those that call for caution, and the "
                            + "others only of providers whose hints they trust.",
                    optional("readOnlyHint", flag(), "Whether it changes nothing."),
                    optional("destructiveHint", flag(), "Whether it may destroy something, if it changes anything."),
                    optional(
                            "idempotentHint",
                            flag(),
                            "Whether a second call with the same arguments changes nothing more."),
                    optional("openWorldHint", flag(), "Whether it reaches beyond what is known to the provider.")),
            List.of(schema("readOnlyHint", true), schema("destructiveHint", true, "openWorldHint", false)));

    static final ValueShape TOOL = struct(
            Struct.open(
                    "Tool",
                    "A tool that the agent may call.",
                    required("name", TOOL_NAME, "Unique in its session, whatever the case of its letters."),
                    required(
                                    "description",
                                    nonEmptyText("Does something useful"),
                                    "For the model; not only white space.")
                            .upTo(Limit.TOOL_DESCRIPTION),
                    optional(
                                    "parameters",
                                    anyObject(QUERY_SCHEMA, Map.of()),
                                    "JSON Schema of the arguments, an object at its root, with `$ref` only into itself; "
                                            + "`{}` and absent mean no arguments.")
                            .upTo(Limit.TOOL_PARAMETERS),
                    optional(
                            "timeout",
                            positiveNumber(15_000, 0.5),
                            "How long a call may run, in milliseconds; clamped to "
                                    + Text.grouped(Limit.MIN_TOOL_TIMEOUT.standard()) + " … "
                                    + Text.grouped(Limit.MAX_TOOL_TIMEOUT.standard()) + ", "
                                    + Text.grouped(Limit.DEFAULT_TOOL_TIMEOUT.standard()) + " if absent."),
                    optional("title", nonEmptyText("My tool"), "For people, one line.")
                            .upTo(Limit.TOOL_TITLE),
                    optional(
                                    "outputSchema",
                                    anyObject(schema("type", "object")),
                                    "JSON Schema of structured results, whose `type` is `object`.")
                            .upTo(Limit.TOOL_OUTPUT_SCHEMA),
                    optional("annotations", ANNOTATIONS, "Hints at what a call does.")),
            List.of(
                    schema("name", "my_tool", "description", "Useful", "parameters", QUERY_SCHEMA, "timeout", 15_000),
                    schema("name", "plain", "description", "Takes no arguments"),
                    schema("name", "quick", "description", "Soon over", "parameters", Map.of(), "timeout", 0.5)));

    static final ValueShape CONCURRENCY = struct(Struct.closed(
            "Concurrency",
            "How many calls the provider takes at once; more wait.",
            required("max", wholeNumber(1, Concurrency.MAX, 1L, (long) Concurrency.MAX), "Calls in flight."),
            optional(
                    "scope",
                    words((Object[]) Concurrency.Scope.values()),
                    "What `max` counts: calls to this instance (the default), to all instances of the provider, "
                            + "or to each tool.")));

    static final ValueShape MATCH = struct(Struct.closed(
            "Match",
            "Which tool calls a rule is about. Absent parts match everything; present ones must all match.",
            optional("tool", text("shell", "*"), "Exact tool name, or `*`."),
            optional(
                            "args",
                            text("git push"),
                            "Regular expression searched in the arguments, written as by JSON.stringify.")
                    .upTo(Limit.PATTERN),
            optional("file", text("*.sql"), "Glob over the path arguments; without `/` it tests the file name."),
            optional("provider", PROVIDER_NAME, "Provider that owns the tool; `host` for the host's own.")));

    static final ValueShape RULE = struct(
            Struct.closed(
                            "HookRule",
                            "What happens before a tool is run.",
                            optional("match", MATCH, "Which calls; all if absent."),
                            required(
                                    "action",
                                    exactly("deny", "context", "gate", "ask"),
                                    "Block, allow with context, ask the provider, or ask a person."),
                            optional(
                                            "reason",
                                            text("Not on Fridays"),
                                            "With `deny`: for the agent; with `ask`: for the person.")
                                    .upTo(Limit.RULE_CONTENT),
                            optional("content", text("Migrations: stay compatible"), "With `context`: for the agent.")
                                    .upTo(Limit.RULE_CONTENT),
                            optional("gateId", GATE_ID, "With `gate`: which of the provider's gates."),
                            optional(
                                    "failOpen",
                                    flag(),
                                    "With `gate`: only `true` lets a call pass when no answer came in time."))
                    .with(needed("gate", "gateId", "context", "content")),
            List.of(
                    Map.of("action", "deny"),
                    schema("match", schema("tool", "*"), "action", "deny", "reason", "no"),
                    schema(
                            "match",
                            schema("tool", "edit", "args", "x", "file", "*.sql", "provider", "host"),
                            "action",
                            "context",
                            "content",
                            "careful"),
                    schema("match", Map.of(), "action", "gate", "gateId", "g:1", "failOpen", true),
                    schema("action", "gate", "gateId", "g:1", "failOpen", false),
                    Map.of("action", "ask"),
                    schema("match", schema("tool", "shell"), "action", "ask", "reason", "Sure?")));

    static final ValueShape TRANSFORM = struct(
            Struct.closed(
                            "Transform",
                            "What a provider does to one section of the prompt.",
                            required(
                                    "action",
                                    exactly("append", "prepend", "replace", "callback"),
                                    "`callback` asks with `transform.request`."),
                            optional("content", text("This repo uses pnpm."), "The text; needed unless `callback`."))
                    .with(needed("append", "content", "prepend", "content", "replace", "content")),
            List.of(
                    schema("action", "append", "content", "a"),
                    schema("action", "prepend", "content", "b"),
                    schema("action", "replace", "content", ""),
                    Map.of("action", "callback")));

    static final Field RULES = optional(
            "onPreToolUse",
            RULE.list(Limit.HOOK_RULES_PER_PROVIDER),
            "The whole list of pre-tool-use rules; an empty one removes them.");
    static final Field TRANSFORMS = optional(
            "transforms",
            TRANSFORM.orNull().map("section", "custom_instructions"),
            "Transforms by section of the prompt; `null` removes one. At most "
                    + Limit.TRANSFORMED_SECTIONS_PER_PROVIDER.standard() + " sections.");

    static final ValueShape HOOKS =
            struct(Struct.open("Hooks", "Pre-tool-use rules and prompt transforms.", RULES, TRANSFORMS));

    static final ValueShape FILTER_RULE = struct(Struct.open(
            "FilterRule",
            "One rule of a filter.",
            required("match", text("behind=0"), "Regular expression searched in the event text.")
                    .upTo(Limit.PATTERN),
            required("outcome", words((Object[]) FilterRule.Outcome.values()), "What becomes of the event.")));

    static final ValueShape FILE = struct(Struct.open(
            "File",
            "A result that lies in a file of the provider's persistent directory.",
            required("path", nonEmptyText("/home/me/providers/browser/shot.png"), "Absolute, inside `persistDir`."),
            required("mimeType", nonEmptyText("image/png"), "MIME type."),
            required("size", wholeNumberFrom(0, 8_421_000), "Bytes; must be the size of the file.")
                    .upTo(Limit.FILE_RESULT),
            optional("ttl", wholeNumber(1, FileRef.MAX_TTL_SECONDS, 300L), "Seconds for which the file stays.")));

    static final ValueShape SESSION = struct(Struct.open(
            "Session",
            "A session as this provider may see it.",
            required("id", SESSION_ID, "What `hello.session` asks for."),
            required("label", text("PR #42 review"), "For people."),
            optional("cwd", text("/code/foo"), "Working directory; only where the provider is authorized."),
            optional("foreground", flag(), "Whether it is the one in front; only for internal providers.")));

    static final ValueShape ENTRY = struct(Struct.open(
            "StreamEntry",
            "A stored event.",
            required("ts", text("2026-04-26T14:01:00.000Z"), "When the gateway received it, UTC."),
            required("event", text("running"), "The text."),
            alwaysSent("level", LEVEL, "How far it travelled, after filters."),
            optional("metadata", anyObject(Map.of("runId", 12_345)), "As pushed.")));

    static final ValueShape METADATA = anyObject(Map.of("url", "https://app.example.com"), Map.of());
    static final ValueShape ARGS =
            anyObject(schema("query", "find active users", "deep", List.of(Map.of("n", 1.50))), Map.of());
    static final ValueShape DATA =
            anything(Map.of("user", "alice"), "text", 1.0e-3, true, List.of(1, 2), Map.of(), List.of(), "");

    static final Field SESSION_SCOPE =
            optional("sessionId", SESSION_ID, "Only that session; all bound ones if absent.");
    static final Field REQUEST = optional(
            "requestId", REQUEST_ID, "The provider's own; asks for an `ack`, and comes back in it or in `error`.");

    private ModelShapes() {}

    /** Which field goes with which action, as pairs. */
    private static Map<String, Object> needed(String... actionsAndFields) {
        List<Object> conditions = new ArrayList<>();
        for (int i = 0; i < actionsAndFields.length; i += 2) {
            conditions.add(schema(
                    "if",
                    schema("properties", schema("action", schema("const", actionsAndFields[i]))),
                    "then",
                    schema("required", List.of(actionsAndFields[i + 1]))));
        }
        return schema("allOf", conditions);
    }
}
