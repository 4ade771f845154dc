package io.tapgateway.simulation.invariant.prompt;

import io.tapgateway.protocol.message.TransformRequest;
import io.tapgateway.protocol.message.TransformResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.PromptAssembly.Change;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * I-53: who does not answer a question about a section, or not as and when it should, leaves the section as it was
 * before; and all of them together delay a prompt for as long as they may and no longer. Confined to one simulation.
 */
public final class FailingTransforms implements Invariant {
    /** What a section has become; its text is unknown where an answer had to be cleaned. */
    private static final class Stage {
        private Optional<String> text;
        private @Nullable CallId open;
        private long connection;
        private boolean asked;
        private long askedAt;

        private Stage(String text) {
            this.text = Optional.of(text);
        }
    }

    /** A prompt that a host waits for; a model host waits for one at a time. */
    private record Draft(int prompt, long since, Map<String, Stage> stages) {}

    private final Check check = new Check("I-53");
    private final Map<SessionId, Draft> drafts = new LinkedHashMap<>();

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        if (cause instanceof Cause.PromptAsked prompt) {
            Map<String, Stage> stages = new HashMap<>();
            prompt.sections().forEach((name, text) -> stages.put(name, new Stage(text)));
            drafts.put(prompt.session(), new Draft(prompt.prompt(), reference.now(), stages));
        } else if (cause instanceof Cause.Arrived arrived) {
            arrived.message(TransformResult.class)
                    .filter(result ->
                            !reference.connection(arrived.connection()).isUndecided())
                    .ifPresent(result -> answered(arrived.connection(), result, reference));
        }
    }

    private void answered(long connection, TransformResult result, ReferenceModel reference) {
        long latest = reference.now() - reference.limits().nanos(Limit.TRANSFORM_TIMEOUT);
        for (Draft draft : drafts.values()) {
            for (Stage stage : draft.stages.values()) {
                boolean inTime = stage.askedAt > latest;
                if (inTime && result.callId().equals(stage.open) && stage.connection == connection) {
                    stage.open = null;
                    result.content().ifPresentOrElse(content -> rewrite(stage, content), check::reached);
                }
            }
        }
    }

    private static void rewrite(Stage stage, String content) {
        boolean plain = content.chars().allMatch(it -> it >= ' ' && it <= '~');
        stage.text = plain ? Optional.of(content) : Optional.empty();
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (sent.message() instanceof TransformRequest request) {
            Draft draft = drafts.get(request.sessionId());
            Stage stage = draft == null ? null : draft.stages.get(request.section());
            check.require(stage != null, () -> "no prompt has such a section: " + sent);
            if (stage != null) {
                ask(stage, request, sent, reference.now());
            }
        }
    }

    private void ask(Stage stage, TransformRequest request, Consequence.Sent sent, long now) {
        if (stage.open != null) {
            check.reached();
        }
        // Ahead of the first question another text may have taken the place of the host's (D-183).
        check.require(
                !stage.asked
                        || stage.text
                                .filter(it -> !it.equals(request.current()))
                                .isEmpty(),
                () -> sent + " after " + stage.text.orElse(""));
        stage.text = Optional.of(request.current());
        stage.open = request.callId();
        stage.connection = sent.connection();
        stage.asked = true;
        stage.askedAt = now;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (BindingRecord ended : reference.bindings().endedNow()) {
            drafts.values().forEach(draft -> forget(draft, ended.connection()));
        }
        for (Consequence consequence : step.consequences()) {
            if (consequence instanceof Consequence.Assembled assembled) {
                assembled(assembled);
            }
        }
        long most = reference.limits().nanos(Limit.PROMPT_TRANSFORM_TIMEOUT);
        drafts.forEach((session, draft) -> check.require(
                step.at() - draft.since < most,
                () -> "a prompt of " + session + " has been waited for for " + (step.at() - draft.since) + " ns"));
    }

    /** What it says from now on counts no more. */
    private static void forget(Draft draft, long connection) {
        for (Stage stage : draft.stages.values()) {
            if (stage.connection == connection && stage.open != null) {
                stage.open = new CallId("gone");
            }
        }
    }

    private void assembled(Consequence.Assembled assembled) {
        List<Draft> done = drafts.values().stream()
                .filter(it -> it.prompt == assembled.prompt())
                .toList();
        for (Draft draft : done) {
            drafts.values().remove(draft);
            draft.stages.forEach((section, stage) -> check(section, stage, assembled));
        }
    }

    private void check(String section, Stage stage, Consequence.Assembled assembled) {
        if (stage.open != null) {
            check.reached();
        }
        String shown = assembled.assembly().sections().getOrDefault(section, "");
        Set<Change.Way> ways = EnumSet.noneOf(Change.Way.class);
        assembled.assembly().changes().getOrDefault(section, List.of()).forEach(change -> ways.add(change.way()));
        check.require(
                stage.asked || !ways.contains(Change.Way.REWRITTEN),
                () -> section + " was rewritten by somebody who was not asked");
        if (!stage.asked && ways.contains(Change.Way.REPLACED)) {
            return;
        }
        boolean alone = !ways.contains(Change.Way.PREPENDED) && !ways.contains(Change.Way.APPENDED);
        check.require(
                stage.text
                        .filter(it -> alone ? !shown.equals(it) : !shown.contains(it))
                        .isEmpty(),
                () -> section + " became '" + shown + "' instead of '" + stage.text.orElse("") + "'");
    }

    @Override
    public void onQuiet(Step last, ReferenceModel reference, int timers) {
        check.require(drafts.isEmpty(), () -> "a host still waits for a prompt of " + drafts.keySet());
    }
}
