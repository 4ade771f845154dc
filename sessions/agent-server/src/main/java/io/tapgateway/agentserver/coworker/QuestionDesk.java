package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.UserRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The questions that wait for a client's answer, by the ids that it knows (W-045 – W-048). Confined to its session. */
final class QuestionDesk {
    private static final String SHELL = "bash";
    private static final String DANGEROUS = "matches_dangerous_pattern";
    private static final String UNKNOWN = "requires_manual_review";
    private static final List<String> REASON_CODES = List.of(
            DANGEROUS,
            "contains_shell_control_operator",
            "outside_allowed_scope",
            "file_read_command_requires_review",
            UNKNOWN);

    private final EventWriter write;
    private final Supplier<String> ids;
    private final Consumer<Effect> effects;
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();

    /**
     * A question that the client knows of.
     *
     * @param event that has told it
     */
    private record Waiting(QuestionId question, boolean approval, String event) {}

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
                tell(request, new Waiting(question.id(), true, event));
                return true;
            }

            @Override
            public Boolean onQuestion(UserQuestion asked) {
                tell(request, new Waiting(question.id(), false, write.ask(request, asked.text(), asked.choices())));
                return true;
            }
        });
    }

    private void tell(String request, Waiting next) {
        waiting.put(request, next);
        send(next.event());
    }

    /** A client that is back is told of what it has not answered, by the ids that it knows (W-028). */
    void again() {
        waiting.values().forEach(it -> send(it.event()));
    }

    /** What would be run, whole: the very text of a command, or a tool with its arguments and what it would change. */
    static String command(ApprovalRequest approval) {
        return approval.args()
                .get("command")
                .filter(it -> approval.tool().equals(SHELL) && it.kind() == JsonKind.STRING)
                .map(JsonValue::asString)
                .orElseGet(() -> approval.tool() + " " + approval.args().json()
                        + approval.diff().map(diff -> "\n" + diff).orElse(""));
    }

    /** The code that the workspace has found (F-030), which its reason names. */
    private static String reasonCode(ApprovalRequest approval) {
        return REASON_CODES.stream()
                .filter(code ->
                        approval.sources().stream().anyMatch(it -> it.reason().contains(code)))
                .findFirst()
                .orElse(approval.dangerous() ? DANGEROUS : UNKNOWN);
    }

    void answered(String request, String text) {
        take(request, false)
                .ifPresentOrElse(
                        it -> effects.accept(new Effect.Answer(it, text)), () -> unknown("ask_response", request));
    }

    void decided(String request, boolean approved) {
        take(request, true)
                .ifPresentOrElse(
                        it -> effects.accept(approved ? new Effect.Approve(it) : new Effect.Deny(it)),
                        () -> unknown("approval_response", request));
    }

    /** Kinds do not mix (W-046). */
    private Optional<QuestionId> take(String request, boolean approval) {
        Optional<Waiting> found = Optional.ofNullable(waiting.get(request)).filter(it -> it.approval() == approval);
        found.ifPresent(it -> waiting.remove(request));
        return found.map(Waiting::question);
    }

    private void unknown(String type, String request) {
        send(write.log("[warn] " + type + " for unknown requestId: " + EcmaText.echo(request)));
    }

    /** A question of this client's that it has not answered itself has ended. */
    void closed(OpenQuestion question, String how) {
        boolean waited = waiting.values().removeIf(it -> it.question().equals(question.id()));
        if (waited) {
            send(write.log("[user] " + how));
        }
    }

    private void send(String text) {
        effects.accept(new Effect.Send(text));
    }
}
