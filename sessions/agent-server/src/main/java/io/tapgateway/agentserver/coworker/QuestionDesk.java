package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.text.VisibleText;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.UserRequest;
import io.tapgateway.workspace.CommandVerdict;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The questions that wait for a client's answer, by the ids that it knows (W-045 – W-048). One is forgotten when its
 * answer counts, or when it has ended elsewhere; until then it can be answered anew. Confined to its session.
 */
final class QuestionDesk {
    private static final String SHELL = "bash";

    private final EventWriter write;
    private final Supplier<String> ids;
    private final Consumer<Effect> effects;
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();

    /**
     * A question that the client knows of.
     *
     * @param asked what it is; empty for an approval
     * @param event that has told it
     */
    private record Waiting(QuestionId question, Optional<PartedQuestion> asked, String event) {}

    QuestionDesk(EventWriter write, Supplier<String> ids, Consumer<Effect> effects) {
        this.write = write;
        this.ids = ids;
        this.effects = effects;
    }

    /** @param turn in which it was asked */
    void opened(OpenQuestion question, Optional<TurnWire> turn) {
        if (waiting.values().stream().anyMatch(it -> it.question().equals(question.id()))) {
            return;
        }
        String request = ids.get();
        question.request().accept(new UserRequest.Visitor<Boolean>() {
            @Override
            public Boolean onApproval(ApprovalRequest approval) {
                turn.ifPresent(it -> it.approvalRequested(request, approval.tool(), approval.args()));
                String event = write.approval(request, command(approval), approval.dangerous(), reasonCode(approval));
                tell(request, new Waiting(question.id(), Optional.empty(), event));
                return true;
            }

            @Override
            public Boolean onQuestion(UserQuestion asked) {
                ask(request, question.id(), new PartedQuestion(asked));
                return true;
            }
        });
    }

    private void ask(String request, QuestionId question, PartedQuestion asked) {
        tell(request, new Waiting(question, Optional.of(asked), write.ask(request, asked.text(), asked.options())));
    }

    private void tell(String request, Waiting next) {
        waiting.put(request, next);
        send(next.event());
    }

    /** A client that is back is told of what it has not answered, by the ids that it knows (W-028). */
    void again() {
        waiting.values().forEach(it -> send(it.event()));
    }

    /**
     * What would be run, whole: the very words of a command, or a tool with its arguments and what it would change;
     * characters that a terminal might obey, or that nobody sees, as escapes (U-014, T-44).
     */
    static String command(ApprovalRequest approval) {
        return VisibleText.escaped(said(approval));
    }

    private static String said(ApprovalRequest approval) {
        return shellText(approval)
                .orElseGet(() -> approval.tool() + " " + approval.shownArgs().json()
                        + approval.diff().map(diff -> "\n" + diff).orElse(""));
    }

    private static Optional<String> shellText(ApprovalRequest approval) {
        return approval.args()
                .get("command")
                .filter(it -> approval.tool().equals(SHELL) && it.kind() == JsonKind.STRING)
                .map(JsonValue::asString);
    }

    /** What the workspace says of a command (F-030), whoever asks; one that would do without is not called safe. */
    private static String reasonCode(ApprovalRequest approval) {
        return shellText(approval)
                .map(CommandVerdict::of)
                .filter(it -> it != CommandVerdict.SAFE)
                .orElse(approval.dangerous() ? CommandVerdict.DANGEROUS : CommandVerdict.UNKNOWN)
                .code();
    }

    void answered(String request, String text) {
        Optional<Waiting> found = find(request);
        Optional<PartedQuestion> asked = found.flatMap(Waiting::asked);
        if (asked.isPresent()) {
            take(request, found.get(), asked.get(), text);
        } else {
            unknown("ask_response", request);
        }
    }

    /** What is no answer does not count: the same is asked again. A form goes on with its next field. */
    private void take(String request, Waiting one, PartedQuestion asked, String text) {
        Optional<String> objection = asked.take(text);
        objection.ifPresent(why -> send(write.log("[warn] " + why)));
        Optional<JsonValue> answer = asked.answer();
        if (answer.isPresent()) {
            effects.accept(new Effect.Answer(one.question(), answer.get()));
        } else {
            waiting.remove(request);
            ask(objection.isPresent() ? request : ids.get(), one.question(), asked);
        }
    }

    void decided(String request, boolean approved) {
        find(request)
                .filter(it -> it.asked().isEmpty())
                .map(Waiting::question)
                .ifPresentOrElse(
                        it -> effects.accept(approved ? new Effect.Approve(it) : new Effect.Deny(it)),
                        () -> unknown("approval_response", request));
    }

    private Optional<Waiting> find(String request) {
        return Optional.ofNullable(waiting.get(request));
    }

    /** What this client has said has counted. */
    void settled(QuestionId question) {
        waiting.values().removeIf(it -> it.question().equals(question));
    }

    private void unknown(String type, String request) {
        send(write.log("[warn] " + type + " for unknown requestId: " + EcmaText.echo(request)));
    }

    /** A question of this client's that it has not answered itself has ended. */
    void closed(OpenQuestion question, QuestionEnd how) {
        boolean waited = waiting.values().removeIf(it -> it.question().equals(question.id()));
        if (waited) {
            send(write.log("[user] " + how.text()));
        }
    }

    private void send(String text) {
        effects.accept(new Effect.Send(text));
    }
}
