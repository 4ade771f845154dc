package io.tapgateway.model;

import io.tapgateway.model.TurnEvent.Part;
import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of one turn: begins and ends the parts of answers around their pieces, and names them. Confined to the agent's
 * thread.
 */
final class TurnReport implements AnswerParts {
    private static final Logger LOG = LoggerFactory.getLogger(TurnReport.class);

    private final List<Consumer<TurnEvent>> listeners;
    private int parts;
    private boolean held;
    private String shown = "";
    private Optional<TurnEvent.PartStarted> open = Optional.empty();
    private Optional<String> openInput = Optional.empty();
    private FinishReason reason = FinishReason.UNKNOWN;
    private Optional<TokenUsage> usage = Optional.empty();
    private Optional<TokenUsage> total = Optional.empty();

    TurnReport(List<Consumer<TurnEvent>> listeners) {
        this.listeners = listeners;
    }

    /** Whether anybody hears of it. */
    boolean isHeard() {
        return !listeners.isEmpty();
    }

    void started(TurnQueue.Opening opening) {
        tell(new TurnEvent.Started(opening.number(), opening.provider(), opening.text()));
    }

    void dropped(TurnQueue.Opening opening) {
        tell(new TurnEvent.Dropped(opening.number()));
    }

    /** @param holdBack whether what the model says is told when it is complete, and what it thinks is not */
    void stepStarted(boolean holdBack) {
        held = holdBack;
        reason = FinishReason.UNKNOWN;
        usage = Optional.empty();
        tell(new TurnEvent.StepStarted());
    }

    @Override
    public void text(String piece) {
        say(Part.TEXT, piece);
    }

    @Override
    public void reasoning(String piece) {
        say(Part.REASONING, piece);
    }

    private void say(Part part, String piece) {
        if (!held) {
            tellPiece(part, piece);
        }
    }

    private void tellPiece(Part part, String piece) {
        endInput();
        if (open.filter(it -> it.part() == part).isEmpty()) {
            endPart();
            TurnEvent.PartStarted next =
                    new TurnEvent.PartStarted(part, (part == Part.TEXT ? "txt_" : "rsn_") + ++parts);
            open = Optional.of(next);
            tell(next);
        }
        open.ifPresent(it -> tell(new TurnEvent.PartDelta(part, it.id(), piece)));
    }

    @Override
    public void input(String id, String tool, String piece) {
        endPart();
        if (openInput.filter(id::equals).isEmpty()) {
            endInput();
            openInput = Optional.of(id);
            tell(new TurnEvent.InputStarted(id, tool));
        }
        if (!piece.isEmpty()) {
            tell(new TurnEvent.InputDelta(id, piece));
        }
    }

    @Override
    public void finished(FinishReason why, Optional<TokenUsage> cost) {
        reason = why;
        usage = cost;
        total = cost.map(it -> total.orElse(TokenUsage.NONE).plus(it)).or(() -> total);
    }

    /** Why the model has ended its last answer. */
    FinishReason reason() {
        return reason;
    }

    /** @param text what is shown of what the model has said */
    void answered(ModelMessage.Answer answer, String text) {
        shown = text;
        if (held && !text.isEmpty()) {
            tellPiece(Part.TEXT, text);
        }
        endPart();
        endInput();
        tell(new TurnEvent.Answered(new ModelMessage.Answer(text, answer.requests())));
    }

    /** The answer is done with, and the tools that it wanted. */
    void stepFinished() {
        tell(new TurnEvent.StepFinished(reason, usage));
    }

    void called(ToolRequest request, JsonValue input, boolean dialledIn) {
        tell(new TurnEvent.ToolCalled(request, input, dialledIn));
    }

    void used(ToolRequest request, UsedTool use, boolean dialledIn) {
        tell(use.failure()
                .<TurnEvent>map(it -> new TurnEvent.ToolFailed(request, it, use.denied(), dialledIn))
                .orElseGet(() -> new TurnEvent.ToolReturned(request, use.output(), dialledIn)));
    }

    void over(TurnEnd end) {
        TurnEnd told = end.kind() == TurnEnd.Kind.ANSWERED ? new TurnEnd(end.kind(), shown) : end;
        tell(new TurnEvent.Over(told, reason, total));
    }

    void ended(TurnQueue.Opening opening, boolean idle) {
        tell(new TurnEvent.Ended(opening.number(), idle));
    }

    private void endPart() {
        open.ifPresent(it -> tell(new TurnEvent.PartEnded(it.part(), it.id())));
        open = Optional.empty();
    }

    private void endInput() {
        openInput.ifPresent(it -> tell(new TurnEvent.InputEnded(it)));
        openInput = Optional.empty();
    }

    private void tell(TurnEvent event) {
        for (Consumer<TurnEvent> listener : listeners) {
            try {
                listener.accept(event);
            } catch (RuntimeException | Error e) {
                LOG.warn("a listener of the agent failed; the turn goes on", e);
            }
        }
    }
}
