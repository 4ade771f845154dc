package io.tapgateway.app.control;

import io.tapgateway.emitters.model.EmitterConfig;
import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.Interval;
import io.tapgateway.emitters.model.Source;
import io.tapgateway.emitters.model.StreamDefinition;
import io.tapgateway.emitters.program.Command;
import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.runtime.filter.StreamFilter;
import java.util.TreeMap;

/** What a file would begin a session with, for the user to look at. Immutable. */
final class EmitterJson {
    private EmitterJson() {}

    /** Adds the members {@code streams} and {@code emitters} to an object. */
    static void write(JsonText json, EmitterConfig config) {
        json.name("streams").beginArray();
        config.streams().forEach(stream -> stream(json, stream));
        json.endArray().name("emitters").beginArray();
        config.emitters().forEach(emitter -> emitter(json, emitter));
        json.endArray();
    }

    /** Adds the members {@code command}, {@code cwd} and {@code env} to an object. */
    static void write(JsonText json, Command command) {
        json.name("command").beginArray();
        command.line().forEach(json::string);
        json.endArray()
                .name("cwd")
                .string(command.directory().toString())
                .name("env")
                .beginObject();
        new TreeMap<>(command.environment())
                .forEach((name, value) -> json.name(name).string(value));
        json.endObject();
    }

    private static void stream(JsonText json, StreamDefinition stream) {
        json.beginObject().name("name").string(stream.name().value());
        filter(json, stream.filter());
        json.endObject();
    }

    private static void emitter(JsonText json, EmitterDefinition emitter) {
        json.beginObject().name("name").string(emitter.name().value());
        emitter.source().accept(new Source.Visitor<JsonText>() {
            @Override
            public JsonText onRun(Source.Run run) {
                write(json, run.command());
                return json;
            }

            @Override
            public JsonText onAsk(Source.Ask ask) {
                return json.name("prompt").string(ask.prompt());
            }
        });
        emitter.schedule().every().ifPresent(it -> json.name("every").string(Interval.text(it)));
        if (!emitter.schedule().after().isZero()) {
            json.name("after").string(Interval.text(emitter.schedule().after()));
        }
        json.name("stream").string(emitter.stream().value()).name("level").string(ApiJson.lower(emitter.level()));
        filter(json, emitter.filter());
        json.endObject();
    }

    private static void filter(JsonText json, StreamFilter filter) {
        json.name("filter").beginArray();
        for (FilterRule rule : filter.rules()) {
            json.beginObject()
                    .name("match")
                    .string(rule.match())
                    .name("outcome")
                    .string(ApiJson.lower(rule.outcome()))
                    .endObject();
        }
        json.endArray();
    }
}
