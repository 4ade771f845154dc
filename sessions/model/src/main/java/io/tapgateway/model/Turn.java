package io.tapgateway.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One turn of an agent: from a prompt, over answers and the results of tools, to its end. It knows what comes next and
 * does nothing itself; whatever happens, its messages are a conversation that a model can go on with, in which each
 * request has its result. Confined to the agent's thread.
 */
final class Turn {
    private static final String STOPPED =
            "CANCELLED: the user has stopped this turn. The call may or may not have had its effect.";

    private final AgentLimits limits;
    private final List<ModelMessage> messages = new ArrayList<>();
    private int answers;
    private List<ToolRequest> awaited = List.of();
    private Optional<TurnEnd> end = Optional.empty();

    Turn(String prompt, AgentLimits limits) {
        this.limits = limits;
        messages.add(new ModelMessage.Prompt(prompt));
    }

    /** What was said so far. */
    List<ModelMessage> messages() {
        return List.copyOf(messages);
    }

    /** How it ended, once it has. */
    Optional<TurnEnd> end() {
        return end;
    }

    /**
     * The model has answered.
     *
     * @return what it wants done, as far as it may; {@link #used} is next if there is anything
     */
    List<ToolRequest> answered(ModelMessage.Answer answer) {
        requireOpen("answered");
        answers++;
        if (answer.requests().isEmpty() && answer.text().isBlank()) {
            failed("The model gave an empty answer: say it again, or in other words.");
            return List.of();
        }
        messages.add(answer);
        if (answer.requests().isEmpty()) {
            end = Optional.of(new TurnEnd(TurnEnd.Kind.ANSWERED, answer.text()));
            return List.of();
        }
        awaited = answer.requests();
        return awaited.subList(0, Math.min(awaited.size(), limits.callsPerAnswer()));
    }

    /** Tools were used: this became of what {@link #answered} returned, in that order. */
    void used(List<String> results) {
        requireOpen("used");
        for (int i = 0; i < awaited.size(); i++) {
            String text = i < results.size() ? results.get(i) : tooMany();
            messages.add(new ModelMessage.Result(awaited.get(i), text));
        }
        awaited = List.of();
        if (answers >= limits.answersPerTurn()) {
            end = Optional.of(new TurnEnd(
                    TurnEnd.Kind.LIMIT,
                    "The turn was ended after " + answers
                            + " answers of the model, which is the limit: tell it to go on if it" + " should."));
        }
    }

    /**
     * Somebody has stopped it, whatever it was waiting for.
     *
     * @return whether it was waiting for tools, which may still run
     */
    boolean cancelled() {
        requireOpen("cancelled");
        boolean callsMayRun = !awaited.isEmpty();
        awaited.forEach(request -> messages.add(new ModelMessage.Result(request, STOPPED)));
        awaited = List.of();
        end = Optional.of(new TurnEnd(TurnEnd.Kind.CANCELLED, "The turn was stopped."));
        return callsMayRun;
    }

    /** It cannot go on. */
    void failed(String sentence) {
        end(new TurnEnd(TurnEnd.Kind.FAILED, sentence));
    }

    /** There is no answer to go on with. */
    void failed(ModelFailure failure) {
        end(failure.end());
    }

    /** Somebody does not let it go on. */
    void blocked(String reason) {
        end(new TurnEnd(TurnEnd.Kind.BLOCKED, reason));
    }

    private void end(TurnEnd how) {
        requireOpen("failed");
        awaited.forEach(request -> messages.add(new ModelMessage.Result(request, "INTERNAL: " + how.text())));
        awaited = List.of();
        end = Optional.of(how);
    }

    private String tooMany() {
        return "RATE_LIMITED: at most " + limits.callsPerAnswer()
                + " tools can be used at once, so this one was not; ask for it again.";
    }

    private void requireOpen(String what) {
        if (end.isPresent()) {
            throw new IllegalStateException("a turn cannot be told '" + what + "' after its end, " + end.get());
        }
    }
}
