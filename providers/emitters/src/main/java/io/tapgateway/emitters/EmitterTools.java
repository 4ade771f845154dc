package io.tapgateway.emitters;

import io.tapgateway.emitters.model.DefinitionReader;
import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.EmitterLimits;
import io.tapgateway.emitters.model.EmitterName;
import io.tapgateway.emitters.model.Source;
import io.tapgateway.programs.CommandReader;
import io.tapgateway.protocol.codec.Words;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.StreamAddress;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolHandler;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.InvalidArguments;
import io.tapgateway.provider.schema.ObjectSchema;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.filter.StreamFilter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** What the agent can do with emitters and their streams. Immutable; handlers run on the provider's executor. */
final class EmitterTools {
    private static final Schema FILTER = Schema.array(Schema.object()
                    .required("match", Schema.string().describedAs("regular expression (RE2), searched in the line"))
                    .required("outcome", Schema.oneOf("drop", "keep", "surface", "inject")))
            .describedAs(
                    "rules; the first that matches decides: drop the line, keep it in the stream, show it to the user"
                            + " (surface), or put it into the conversation (inject)");

    private static final Schema LEVEL = Schema.oneOf("keep", "surface", "inject");

    private static final JsonReader<EmitterName> EMITTER = named(EmitterName::new);
    private static final JsonReader<StreamName> STREAM = named(StreamName::new);
    private static final JsonReader<StreamAddress> ADDRESS = named(StreamAddress::parse);

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

    private CompletionStage<?> start(ToolInvocation call) {
        JsonObject args = JsonObject.of(call.args());
        if (args.names().equals(Set.of("name"))) {
            EmitterName name = args.required("name", EMITTER);
            return session.atDesk(desk -> EmitterView.of(desk.start(desk.configured(name))));
        }
        EmitterDefinition definition = reader.emitter(args);
        if (definition.source() instanceof Source.Run && !agentCommands) {
            throw new ToolFailure(
                    ToolErrorCode.UNAUTHORIZED,
                    "You may not start commands of your own here, only those of tap.config.json, by their name, and prompts.");
        }
        return session.atDesk(desk -> EmitterView.of(desk.start(definition)));
    }

    private CompletionStage<?> stop(ToolInvocation call) {
        EmitterName name = JsonObject.of(call.args()).required("name", EMITTER);
        return session.atDesk(desk -> desk.find(name).stop())
                .thenCompose(Function.identity())
                .thenCompose(stopped -> session.atDesk(desk -> EmitterView.of(desk.find(name))));
    }

    private CompletionStage<?> runs(ToolInvocation call) {
        JsonObject args = JsonObject.of(call.args());
        return session.runs(args.optional("emitter", EMITTER), last(args, EmitterLimits.RUNS_REMEMBERED));
    }

    private CompletionStage<?> filter(ToolInvocation call) {
        JsonObject args = JsonObject.of(call.args()).allowOnly(Set.of("emitter", "stream", "filter"));
        if (args.isSet("emitter") == args.isSet("stream")) {
            throw new JsonFault("", "must name either an emitter or a stream");
        }
        StreamFilter rules = args.required("filter", DefinitionReader.FILTER);
        if (args.isSet("emitter")) {
            EmitterName name = args.required("emitter", EMITTER);
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
        StreamName stream = args.required("stream", STREAM);
        return session.atDesk(desk -> desk.use(stream))
                .thenCompose(used -> session.provider())
                .thenCompose(provider -> provider.setFilter(stream.value(), rules.rules()))
                .thenApply(revision ->
                        Map.of("stream", stream.value(), "rules", rules.rules().size()));
    }

    private CompletionStage<?> history(ToolInvocation call) {
        JsonObject args = JsonObject.of(call.args());
        StreamAddress address = args.required("stream", ADDRESS);
        int last = last(args, Limit.QUERY_MAX_LAST.standard());
        return session.provider()
                .thenCompose(provider -> provider.query(last, address))
                .thenApply(history -> JsonValue.array(history.streams().values().stream()
                        .flatMap(List::stream)
                        .map(entry -> JsonWriter.toValue(out -> EmitterView.write(out, entry)))
                        .toList()));
    }

    private CompletionStage<?> post(ToolInvocation call) {
        JsonObject args = JsonObject.of(call.args());
        StreamName stream = args.required("stream", STREAM);
        String event = args.required("event", JsonReader.TEXT);
        PushLevel level = args.optional("level", Words.LEVEL).orElse(PushLevel.KEEP);
        Push push = new Push.ToStream(stream).of(level, event);
        return session.atDesk(desk -> desk.use(stream))
                .thenCompose(used -> session.post(push))
                .thenApply(posted -> {
                    if (!posted) {
                        throw new ToolFailure(
                                ToolErrorCode.INTERNAL, "There are too many events in this second; try again.", true);
                    }
                    return Map.of("stream", stream.value(), "level", Words.LEVEL.word(level));
                });
    }

    private CompletionStage<?> streams(ToolInvocation call) {
        return session.provider().thenCompose(provider -> provider.query(1)).thenApply(EmitterTools::listed);
    }

    private static JsonValue listed(StreamHistory history) {
        return JsonValue.array(history.streams().entrySet().stream()
                .map(stream -> JsonWriter.toValue(out ->
                        out.text("stream", stream.getKey()).objects("newest", stream.getValue(), EmitterView::write)))
                .toList());
    }

    private static int last(JsonObject args, long most) {
        return args.optional("last", JsonReader.wholeNumber(1, most))
                .orElse(Limit.QUERY_DEFAULT_LAST.standard())
                .intValue();
    }

    private static <T> JsonReader<T> named(Function<String, T> name) {
        return value -> {
            String text = CommandReader.TEXT.read(value);
            try {
                return name.apply(text);
            } catch (JsonFault fault) {
                throw new JsonFault("", "is wrong: " + fault.reason());
            }
        };
    }

    /** What is wrong with the arguments, and what the gateway refuses, in words for the agent. */
    private static ToolHandler checked(Function<ToolInvocation, CompletionStage<?>> handler) {
        return call -> {
            try {
                return handler.apply(call).exceptionallyCompose(failure -> {
                    Throwable cause = failure.getCause();
                    throw new CompletionException(
                            readable(failure instanceof CompletionException && cause != null ? cause : failure));
                });
            } catch (JsonFault fault) {
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
