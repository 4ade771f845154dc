package io.tapgateway.emitters;

import io.tapgateway.emitters.model.DefinitionReader;
import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.EmitterLimits;
import io.tapgateway.emitters.model.EmitterName;
import io.tapgateway.emitters.model.Source;
import io.tapgateway.emitters.program.Members;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.StreamAddress;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.ToolCall;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolHandler;
import io.tapgateway.provider.schema.InvalidArguments;
import io.tapgateway.provider.schema.ObjectSchema;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.filter.StreamFilter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the agent can do with emitters and their streams. Immutable; handlers run on the provider's executor. */
final class EmitterTools {
    private static final Schema FILTER = Schema.array(Schema.object()
                    .required("match", Schema.string().describedAs("regular expression (RE2), searched in the line"))
                    .required("outcome", Schema.oneOf("drop", "keep", "surface", "inject")))
            .describedAs(
                    "rules; the first that matches decides: drop the line, keep it in the stream, show it to the user"
                            + " (surface), or put it into the conversation (inject)");

    private static final Schema LEVEL = Schema.oneOf("keep", "surface", "inject");

    private final Session session;
    private final DefinitionReader reader;
    private final boolean agentCommands;

    EmitterTools(Session session, DefinitionReader reader, boolean agentCommands) {
        this.session = session;
        this.reader = reader;
        this.agentCommands = agentCommands;
    }

    /** What the tools work on. */
    interface Session {
        /** Has the desk do something on its thread. */
        <T> CompletionStage<T> atDesk(Function<EmitterDesk, T> action);

        /** As {@link EmitterDesk#all()}, with what was pushed in vain. */
        CompletionStage<JsonValue> list();

        /** The newest records of runs, newest first. */
        CompletionStage<JsonValue> runs(Optional<EmitterName> emitter, int last);

        /** Pushes at once; false if there is no place now. */
        CompletionStage<Boolean> post(Push push);

        /** The provider, as soon as it is bound. */
        CompletionStage<BoundProvider> provider();
    }

    void addTo(ProviderBuilder provider) {
        addEmitterTools(provider);
        addStreamTools(provider);
    }

    private void addEmitterTools(ProviderBuilder provider) {
        provider.tool("tap_start_emitter", startDescription(), startParameters(), checked(this::start))
                .tool(
                        "tap_stop_emitter",
                        "Stops an emitter and ends what its command has started.",
                        Schema.object().required("name", Schema.string()),
                        checked(this::stop))
                .tool(
                        "tap_list_emitters",
                        "Lists the emitters of this session.",
                        Schema.object(),
                        call -> session.list())
                .tool(
                        "tap_list_runs",
                        "Lists the newest finished runs of emitters, newest first: how each ended and how long it took.",
                        Schema.object()
                                .optional("emitter", Schema.string())
                                .optional("last", Schema.integer().describedAs("how many; 20 unless said otherwise")),
                        checked(this::runs));
    }

    private void addStreamTools(ProviderBuilder provider) {
        Schema address = Schema.string().describedAs("its name; name@provider for that of another provider");
        provider.tool(
                        "tap_set_event_filter",
                        "Replaces the filter of an emitter, which decides about each line of its command; or that of a stream,"
                                + " which the gateway applies to whatever is pushed into it. No rules remove it.",
                        Schema.object()
                                .optional("emitter", Schema.string())
                                .optional("stream", Schema.string())
                                .required("filter", FILTER),
                        checked(this::filter))
                .tool(
                        "tap_list_streams",
                        "Lists the streams of emitters and posts, each with its newest entry.",
                        Schema.object(),
                        checked(this::streams))
                .tool(
                        "tap_stream_history",
                        "Reads the newest entries of a stream, newest first.",
                        Schema.object()
                                .required("stream", address)
                                .optional("last", Schema.integer().describedAs("1 to 100; 20 unless said otherwise")),
                        checked(this::history))
                .tool(
                        "tap_post",
                        "Adds an entry to a stream: a note for later, or news for the user with level surface.",
                        Schema.object()
                                .required("stream", Schema.string())
                                .required("event", Schema.string())
                                .optional("level", LEVEL),
                        checked(this::post));
    }

    private String startDescription() {
        String commands = agentCommands
                ? "a command in the background, whose lines go into a stream"
                : "one that tap.config.json defines, by its name";
        return "Starts an emitter: " + commands + ", or a prompt that comes back to you at its time.";
    }

    private ObjectSchema startParameters() {
        ObjectSchema parameters = Schema.object().required("name", Schema.string());
        if (agentCommands) {
            parameters = parameters
                    .optional(
                            "command",
                            Schema.array(Schema.string())
                                    .describedAs(
                                            "the program and its arguments; no shell reads them. For a shell: [\"sh\",\"-c\",\"…\"]"))
                    .optional("cwd", Schema.string().describedAs("a directory of the workspace"))
                    .optional("env", Schema.map(Schema.string()))
                    .optional("level", LEVEL)
                    .optional("filter", FILTER);
        }
        return parameters
                .optional("prompt", Schema.string().describedAs("what to ask you; in the place of a command"))
                .optional(
                        "every",
                        Schema.string().describedAs("run again at this distance: 30s, 5m, 2h, 1d; once without it"))
                .optional("after", Schema.string().describedAs("how long to wait before the first run"))
                .optional("once", Schema.bool().describedAs("true says that there is one run only, as without 'every'"))
                .optional(
                        "stream",
                        Schema.string().describedAs("where its lines go; a stream of its own name if left out"));
    }

    private CompletionStage<?> start(ToolCall call) {
        JsonValue args = call.args();
        if (args.members().keySet().equals(Set.of("name"))) {
            EmitterName name = name(args, "name");
            return session.atDesk(desk -> EmitterView.of(desk.start(desk.configured(name))));
        }
        EmitterDefinition definition = reader.emitter("", args);
        if (definition.source() instanceof Source.Run && !agentCommands) {
            throw new ToolFailure(
                    ToolErrorCode.UNAUTHORIZED,
                    "You may not start commands of your own here, only those of tap.config.json, by their name, and prompts.");
        }
        return session.atDesk(desk -> EmitterView.of(desk.start(definition)));
    }

    private CompletionStage<?> stop(ToolCall call) {
        EmitterName name = name(call.args(), "name");
        return session.atDesk(desk -> desk.find(name).stop())
                .thenCompose(Function.identity())
                .thenCompose(stopped -> session.atDesk(desk -> EmitterView.of(desk.find(name))));
    }

    private CompletionStage<?> runs(ToolCall call) {
        Optional<EmitterName> emitter = call.arg("emitter").map(value -> name(call.args(), "emitter"));
        return session.runs(emitter, last(call, EmitterLimits.RUNS_REMEMBERED));
    }

    private CompletionStage<?> filter(ToolCall call) {
        JsonValue args = call.args();
        Members.requireOnly("", args, Set.of("emitter", "stream", "filter"));
        Members.require(
                args.get("emitter").isPresent() != args.get("stream").isPresent(),
                "",
                "must name either an emitter or a stream");
        Members.require(args.get("filter").isPresent(), "/filter", "is missing");
        StreamFilter rules = reader.filter("/filter", args);
        if (args.get("emitter").isPresent()) {
            EmitterName name = name(args, "emitter");
            return session.atDesk(desk -> {
                RunningEmitter emitter = desk.find(name);
                if (emitter.definition().source() instanceof Source.Ask) {
                    throw InvalidArguments.at(
                            "/emitter", "has prompts, which no filter decides about; set that of its stream");
                }
                emitter.filter(rules);
                return EmitterView.of(emitter);
            });
        }
        StreamName stream = stream(call);
        return session.atDesk(desk -> desk.use(stream))
                .thenCompose(used -> session.provider())
                .thenCompose(provider -> provider.setFilter(stream.value(), rules.rules()))
                .thenApply(revision ->
                        Map.of("stream", stream.value(), "rules", rules.rules().size()));
    }

    private CompletionStage<?> history(ToolCall call) {
        StreamAddress address = argument("/stream", () -> StreamAddress.parse(call.stringArg("stream")));
        int last = last(call, (int) Limit.QUERY_MAX_LAST.standard());
        return session.provider()
                .thenCompose(provider -> provider.query(last, address))
                .thenApply(history -> JsonValue.array(history.streams().values().stream()
                        .flatMap(List::stream)
                        .map(EmitterView::of)
                        .toList()));
    }

    private CompletionStage<?> post(ToolCall call) {
        StreamName stream = stream(call);
        String event = call.stringArg("event");
        PushLevel level = reader.level("/level", call.args(), PushLevel.KEEP);
        Push push = new Push(
                level,
                Optional.of(event),
                Optional.empty(),
                Optional.of(stream),
                Push.Target.BOUND_SESSION,
                Optional.empty());
        return session.atDesk(desk -> desk.use(stream))
                .thenCompose(used -> session.post(push))
                .thenApply(posted -> {
                    if (!posted) {
                        throw new ToolFailure(
                                ToolErrorCode.INTERNAL, "There are too many events in this second; try again.", true);
                    }
                    return Map.of(
                            "stream", stream.value(), "level", level.name().toLowerCase(Locale.ROOT));
                });
    }

    private CompletionStage<?> streams(ToolCall call) {
        return session.provider().thenCompose(provider -> provider.query(1)).thenApply(EmitterTools::listed);
    }

    private static JsonValue listed(StreamHistory history) {
        return JsonValue.array(history.streams().entrySet().stream()
                .map(stream -> JsonValue.object(Map.of(
                        "stream",
                        JsonValue.of(stream.getKey()),
                        "newest",
                        JsonValue.array(
                                stream.getValue().stream().map(EmitterView::of).toList()))))
                .toList());
    }

    private static StreamName stream(ToolCall call) {
        return argument("/stream", () -> new StreamName(call.stringArg("stream")));
    }

    private static EmitterName name(JsonValue args, String member) {
        String at = "/" + member;
        JsonValue value = args.get(member).orElseThrow(() -> InvalidMessage.at(at, "is missing"));
        return argument(at, () -> new EmitterName(Members.text(at, value)));
    }

    private static int last(ToolCall call, int most) {
        if (call.arg("last").isEmpty()) {
            return (int) Limit.QUERY_DEFAULT_LAST.standard();
        }
        long last = call.longArg("last");
        Members.require(last >= 1 && last <= most, "/last", "must be between 1 and " + most);
        return (int) last;
    }

    private static <T> T argument(String at, Supplier<T> value) {
        try {
            return value.get();
        } catch (InvalidMessage fault) {
            throw InvalidMessage.at(at, "is wrong: " + fault.reason());
        }
    }

    /** What is wrong with the arguments, and what the gateway refuses, in words for the agent. */
    private static ToolHandler checked(Function<ToolCall, CompletionStage<?>> handler) {
        return call -> {
            try {
                return handler.apply(call).exceptionallyCompose(failure -> {
                    Throwable cause = failure.getCause();
                    throw new CompletionException(
                            readable(failure instanceof CompletionException && cause != null ? cause : failure));
                });
            } catch (InvalidMessage fault) {
                throw InvalidArguments.at(fault.pointer(), fault.reason());
            }
        };
    }

    private static Throwable readable(Throwable failure) {
        return failure instanceof Refused refused
                ? new ToolFailure(ToolErrorCode.INTERNAL, "The gateway refuses this: " + refused.getMessage())
                : failure;
    }
}
