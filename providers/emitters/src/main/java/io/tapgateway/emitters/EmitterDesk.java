package io.tapgateway.emitters;

import io.tapgateway.emitters.model.EmitterConfig;
import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.EmitterLimits;
import io.tapgateway.emitters.model.EmitterName;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The emitters of one session, and who may be one. Confined to the program thread. */
final class EmitterDesk {
    private final RunningEmitter.Surroundings surroundings;
    private final Map<EmitterName, RunningEmitter> emitters = new LinkedHashMap<>();
    private final Map<EmitterName, EmitterDefinition> configured = new HashMap<>();
    private final Set<StreamName> streams = new HashSet<>();
    private boolean closed;

    EmitterDesk(RunningEmitter.Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Starts what a session begins with; what is in the way of one is in the way of all. */
    void start(EmitterConfig config) {
        config.streams().forEach(stream -> use(stream.name()));
        config.emitters().forEach(emitter -> configured.put(emitter.name(), emitter));
        List<RunningEmitter> started = new ArrayList<>();
        try {
            config.emitters().forEach(emitter -> started.add(start(emitter)));
        } catch (ToolFailure inTheWay) {
            for (RunningEmitter emitter : started) {
                var unused = emitter.stop();
            }
            throw inTheWay;
        }
    }

    /** The definition of an emitter that the session began with. */
    EmitterDefinition configured(EmitterName name) {
        return Optional.ofNullable(configured.get(name))
                .orElseThrow(() -> ToolFailure.notFound("There is no emitter '" + name
                        + "' in tap.config.json; say what it is to do, by 'command' or 'prompt'."));
    }

    RunningEmitter start(EmitterDefinition definition) {
        if (closed) {
            throw refusal("The session is ending.");
        }
        RunningEmitter former = emitters.get(definition.name());
        if (former != null && former.isLive()) {
            throw refusal(
                    "An emitter '" + definition.name() + "' is there already; stop it first, or choose another name.");
        }
        if (former == null) {
            makeRoom();
        }
        use(definition.stream());
        if (former != null) {
            forget(former);
        }
        RunningEmitter emitter = new RunningEmitter(definition, surroundings);
        emitters.put(definition.name(), emitter);
        emitter.begin();
        return emitter;
    }

    RunningEmitter find(EmitterName name) {
        return Optional.ofNullable(emitters.get(name))
                .orElseThrow(() ->
                        ToolFailure.notFound("There is no emitter '" + name + "'; list them to see their names."));
    }

    /** All that are remembered, in the order of their start. */
    Collection<RunningEmitter> all() {
        return List.copyOf(emitters.values());
    }

    /** The session's stream of that name is about to be used, if there is room for it. */
    StreamName use(StreamName stream) {
        long most = Limit.STREAMS_PER_PROVIDER.standard();
        if (!streams.contains(stream) && streams.size() >= most) {
            throw refusal("There are " + most + " streams already, which is as many as there may be; use one of them.");
        }
        streams.add(stream);
        return stream;
    }

    /** Stops all, for good; completes when nothing of them runs any more. */
    CompletionStage<Void> close() {
        closed = true;
        return CompletableFuture.allOf(emitters.values().stream()
                .filter(RunningEmitter::isLive)
                .map(emitter -> emitter.stop().toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new));
    }

    boolean isAnyLive() {
        return emitters.values().stream().anyMatch(RunningEmitter::isLive);
    }

    private void makeRoom() {
        if (emitters.size() < EmitterLimits.EMITTERS) {
            return;
        }
        RunningEmitter oldest = emitters.values().stream()
                .filter(it -> !it.isLive())
                .findFirst()
                .orElseThrow(
                        () -> refusal("There are " + EmitterLimits.EMITTERS + " emitters already; stop one first."));
        forget(oldest);
    }

    private void forget(RunningEmitter emitter) {
        emitters.remove(emitter.definition().name());
        emitter.forget();
    }

    private static ToolFailure refusal(String sentence) {
        return new ToolFailure(ToolErrorCode.INTERNAL, sentence);
    }
}
