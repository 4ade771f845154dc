package io.tapgateway.emitters;

import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.Interval;
import io.tapgateway.emitters.model.RunTrace;
import io.tapgateway.emitters.model.Source;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.StreamEntry;
import java.time.Duration;

/** Emitters, runs and entries as the agent is shown them. Confined to the program thread. */
final class EmitterView {
    private EmitterView() {}

    static JsonValue of(RunningEmitter emitter) {
        return JsonWriter.toValue(out -> write(out, emitter));
    }

    static void write(JsonWriter out, RunningEmitter emitter) {
        EmitterDefinition definition = emitter.definition();
        out.text("name", definition.name()).word("state", emitter.state());
        definition.source().accept(new Source.Visitor<JsonWriter>() {
            @Override
            public JsonWriter onRun(Source.Run run) {
                return out.texts("command", run.command().line()).word("level", definition.level());
            }

            @Override
            public JsonWriter onAsk(Source.Ask ask) {
                return out.text("prompt", ask.prompt());
            }
        });
        out.text("every", definition.schedule().every().map(Interval::text)).text("stream", definition.stream());
        if (!emitter.filter().rules().isEmpty()) {
            out.objects("filter", emitter.filter().rules(), EmitterView::rule);
        }
        out.number("runs", emitter.runs());
        emitter.nextRun().ifPresent(it -> out.number("nextRunInMs", it.toMillis()));
        if (emitter.waitingLines() > 0) {
            out.number("waitingLines", emitter.waitingLines());
        }
    }

    private static void rule(JsonWriter out, FilterRule rule) {
        out.text("match", rule.match()).word("outcome", rule.outcome());
    }

    static JsonValue of(RunTrace trace, long now) {
        return JsonWriter.toValue(out -> out.text("id", trace.id())
                .text("emitter", trace.emitter())
                .number("index", trace.index())
                .word("status", trace.status())
                .number("durationMs", trace.span().duration().toMillis())
                .number(
                        "endedMsAgo",
                        Duration.ofNanos(now - trace.span().ended()).toMillis())
                .text("error", trace.error()));
    }

    static void write(JsonWriter out, StreamEntry entry) {
        out.text("ts", entry.ts())
                .text("event", entry.event())
                .word("level", entry.level())
                .value("metadata", entry.metadata());
    }
}
