package io.tapgateway.agentserver.anywhere;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.text.VisibleText;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.UserRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The questions of one folder by the ids that clients know, open and ended ones. Confined to its folder. */
final class AnywhereQuestions {
    /** Of how many questions it is known that they have ended. */
    static final int MOST_SETTLED = 256;

    private final String folder;
    private final Supplier<String> ids;
    private final Consumer<AnywhereEvent> out;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /**
     * What a client knows of a question.
     *
     * @param asked what it is; empty for an approval
     */
    private record Entry(QuestionId question, Optional<UserQuestion> asked, boolean open) {
        boolean isApproval() {
            return asked.isEmpty();
        }
    }

    AnywhereQuestions(String folder, Supplier<String> ids, Consumer<AnywhereEvent> out) {
        this.folder = folder;
        this.ids = ids;
        this.out = out;
    }

    /** What became of a client's answer. */
    enum Found {
        OPEN,
        SETTLED,
        UNKNOWN
    }

    /** @param run in which it was asked, if it was in one */
    void opened(OpenQuestion question, String run) {
        String id = ids.get();
        question.request().accept(new UserRequest.Visitor<Boolean>() {
            @Override
            public Boolean onApproval(ApprovalRequest approval) {
                entries.put(id, new Entry(question.id(), Optional.empty(), true));
                tell(approvalRequest(id, run, approval));
                return true;
            }

            @Override
            public Boolean onQuestion(UserQuestion asked) {
                entries.put(id, new Entry(question.id(), Optional.of(asked), true));
                tell(AnywhereEvent.of("ask", folder, out -> {
                    out.text("askId", id)
                            .text("id", run)
                            .text("source", asked.asker().value())
                            .text(
                                    "title",
                                    asked.title().isEmpty() ? Optional.empty() : Optional.of(shown(asked.title())))
                            .text("question", shown(asked.text()));
                    if (!asked.choices().isEmpty()) {
                        out.texts("options", asked.choices());
                    }
                }));
                return true;
            }
        });
    }

    private static String shown(String text) {
        return VisibleText.plain(text);
    }

    /**
     * All of what would be done is told: what a client knows the names of, and the arguments (U-105). Characters that a
     * terminal might obey are escapes (U-014), as they are in JSON anyway.
     */
    private AnywhereEvent approvalRequest(String id, String run, ApprovalRequest approval) {
        JsonValue args = approval.args();
        return AnywhereEvent.of(
                "approvalRequest",
                folder,
                out -> out.text("approvalId", id)
                        .text("id", run)
                        .text("action", approval.tool())
                        .text("path", text(args, "path"))
                        .text(
                                "diff",
                                approval.diff().or(() -> text(args, "diff")).map(VisibleText::escaped))
                        .value("arguments", approval.shownArgs())
                        .text("reason", approval.sources().get(0).reason())
                        .flagIfSet("dangerous", approval.dangerous()));
    }

    private static Optional<String> text(JsonValue args, String member) {
        return args.kind() == JsonKind.OBJECT ? args.get(member).flatMap(JsonReader.TEXT::tryRead) : Optional.empty();
    }

    Found find(String id, boolean approval) {
        Entry entry = entries.get(id);
        if (entry == null || entry.isApproval() != approval) {
            return Found.UNKNOWN;
        }
        return entry.open() ? Found.OPEN : Found.SETTLED;
    }

    /** Why a text is no answer to a question that was found, a sentence; empty if it is one. */
    Optional<String> objection(String id, String text) {
        return Optional.ofNullable(entries.get(id)).flatMap(Entry::asked).flatMap(it -> it.objection(text));
    }

    /** What the gateway calls a question that was found. */
    QuestionId question(String id) {
        return Optional.ofNullable(entries.get(id)).orElseThrow().question();
    }

    /** It has ended, wherever that was. */
    void closed(OpenQuestion question, QuestionEnd how) {
        for (Map.Entry<String, Entry> each : entries.entrySet()) {
            Entry entry = each.getValue();
            if (entry.open() && entry.question().equals(question.id())) {
                each.setValue(new Entry(entry.question(), entry.asked(), false));
                if (entry.isApproval()) {
                    tell(AnywhereEvent.of(
                            "approvalDecision",
                            folder,
                            out -> out.text("approvalId", each.getKey())
                                    .flag("approved", how.isApproval())
                                    .text("how", how.text())));
                } else {
                    tell(AnywhereEvent.of(
                            "askClosed",
                            folder,
                            out -> out.text("askId", each.getKey()).text("how", how.text())));
                }
            }
        }
        if (entries.size() > MOST_SETTLED) {
            entries.entrySet().stream()
                    .filter(it -> !it.getValue().open())
                    .findFirst()
                    .map(Map.Entry::getKey)
                    .ifPresent(entries::remove);
        }
    }

    private void tell(AnywhereEvent event) {
        out.accept(event);
    }
}
