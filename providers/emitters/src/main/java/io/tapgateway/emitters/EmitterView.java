package io.tapgateway.emitters;

import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.Interval;
import io.tapgateway.emitters.model.RunTrace;
import io.tapgateway.emitters.model.Source;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.StreamEntry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Emitters, runs and entries as the agent is shown them. Confined to the program thread. */
final class EmitterView {
    private EmitterView() {}

    static JsonValue of(RunningEmitter emitter) {
        EmitterDefinition definition = emitter.definition();
        Map<String, JsonValue> view = new LinkedHashMap<>();
        view.put("name", JsonValue.of(definition.name().value()));
        view.put("state", constant(emitter.state()));
        definition.source().accept(new Source.Visitor<JsonValue>() {
            @Override
            public JsonValue onRun(Source.Run run) {
                view.put("command", JsonValue.of(run.command().line()));
                return view.put("level", constant(definition.level()));
            }

            @Override
            public JsonValue onAsk(Source.Ask ask) {
                return view.put("prompt", JsonValue.of(ask.prompt()));
            }
        });
        definition.schedule().every().ifPresent(it -> view.put("every", JsonValue.of(Interval.text(it))));
        view.put("stream", JsonValue.of(definition.stream().value()));
        if (!emitter.filter().rules().isEmpty()) {
            view.put("filter", rules(emitter.filter().rules()));
        }
        view.put("runs", JsonValue.of(emitter.runs()));
        emitter.nextRun().ifPresent(it -> view.put("nextRunInMs", JsonValue.of(it.toMillis())));
        if (emitter.waitingLines() > 0) {
            view.put("waitingLines", JsonValue.of(emitter.waitingLines()));
        }
        return JsonValue.object(view);
    }

    static JsonValue of(RunTrace trace, long now) {
        Map<String, JsonValue> view = new LinkedHashMap<>();
        view.put("id", JsonValue.of(trace.id()));
        view.put("emitter", JsonValue.of(trace.emitter().value()));
        view.put("index", JsonValue.of(trace.index()));
        view.put("status", constant(trace.status()));
        view.put("durationMs", JsonValue.of(trace.span().duration().toMillis()));
        view.put(
                "endedMsAgo",
                JsonValue.of(Duration.ofNanos(now - trace.span().ended()).toMillis()));
        trace.error().ifPresent(it -> view.put("error", JsonValue.of(it)));
        return JsonValue.object(view);
    }

    static JsonValue of(StreamEntry entry) {
        Map<String, JsonValue> view = new LinkedHashMap<>();
        view.put("ts", JsonValue.of(entry.ts()));
        view.put("event", JsonValue.of(entry.event()));
        view.put("level", constant(entry.level()));
        entry.metadata().ifPresent(it -> view.put("metadata", it));
        return JsonValue.object(view);
    }

    private static JsonValue rules(List<FilterRule> rules) {
        return JsonValue.array(rules.stream()
                .map(rule -> JsonValue.object(
                        Map.of("match", JsonValue.of(rule.match()), "outcome", constant(rule.outcome()))))
                .toList());
    }

    private static JsonValue constant(Enum<?> constant) {
        return JsonValue.of(constant.name().toLowerCase(Locale.ROOT));
    }
}
