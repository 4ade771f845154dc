package io.tapgateway.app.control.action;

import io.tapgateway.emitters.model.EmitterConfig;
import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.Interval;
import io.tapgateway.emitters.model.Source;
import io.tapgateway.emitters.model.StreamDefinition;
import io.tapgateway.programs.Command;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.runtime.filter.StreamFilter;
import java.util.TreeMap;

/** What a file would begin a session with, for the user to look at. Immutable. */
final class EmitterJson {
    private EmitterJson() {}

    /** The members {@code streams} and {@code emitters}. */
    static void write(JsonWriter out, EmitterConfig config) {
        out.objects("streams", config.streams(), EmitterJson::stream)
                .objects("emitters", config.emitters(), EmitterJson::emitter);
    }

    /** The members {@code command}, {@code cwd} and {@code env}. */
    static JsonWriter write(JsonWriter out, Command command) {
        return out.texts("command", command.line())
                .text("cwd", command.directory())
                .object("env", new TreeMap<>(command.environment()), (env, all) -> all.forEach(env::text));
    }

    private static void stream(JsonWriter out, StreamDefinition stream) {
        out.text("name", stream.name());
        filter(out, stream.filter());
    }

    private static void emitter(JsonWriter out, EmitterDefinition emitter) {
        out.text("name", emitter.name());
        emitter.source().accept(new Source.Visitor<JsonWriter>() {
            @Override
            public JsonWriter onRun(Source.Run run) {
                return write(out, run.command());
            }

            @Override
            public JsonWriter onAsk(Source.Ask ask) {
                return out.text("prompt", ask.prompt());
            }
        });
        out.text("every", emitter.schedule().every().map(Interval::text));
        if (!emitter.schedule().after().isZero()) {
            out.text("after", Interval.text(emitter.schedule().after()));
        }
        out.text("stream", emitter.stream()).word("level", emitter.level());
        filter(out, emitter.filter());
    }

    private static void filter(JsonWriter out, StreamFilter filter) {
        out.objects(
                "filter",
                filter.rules(),
                (one, rule) -> one.text("match", rule.match()).word("outcome", rule.outcome()));
    }
}
