package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.runtime.text.ModelText;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.Scope;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.UserRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a person is asked, as a form that an agent shows (M-044). Immutable. */
sealed interface AgentForm {
    /** What it is about, whose words are whose said by us; theirs are cleaned, and never cut. */
    String message();

    /** Of the object that it gives. */
    JsonValue schema(McpRevision revision);

    /** Why it does not take that, a sentence; empty if it does. */
    Optional<String> objection(JsonValue content);

    /** Says what was filled in, which it takes. */
    void answer(JsonValue content, QuestionId question, Attachment seat);

    /** The same form, to be filled in anew. */
    default AgentForm again(String objection) {
        return new Again(this, objection);
    }

    static AgentForm of(UserRequest request) {
        return request.accept(new UserRequest.Visitor<>() {
            @Override
            public AgentForm onApproval(ApprovalRequest approval) {
                return new OfApproval(approval);
            }

            @Override
            public AgentForm onQuestion(UserQuestion question) {
                return new OfQuestion(question);
            }
        });
    }

    /** The object of one text, which may have to be one of some. */
    private static JsonValue ofText(String field, String title, List<String> options) {
        return JsonWriter.toValue(form -> form.text("type", "object")
                .object(
                        "properties",
                        all -> all.object(field, it -> {
                            it.text("type", "string").text("title", title);
                            if (!options.isEmpty()) {
                                it.texts("enum", options);
                            }
                        }))
                .texts("required", List.of(field)));
    }

    private static Optional<String> text(JsonValue content, String field) {
        return content.get(field).flatMap(JsonReader.TEXT::tryRead);
    }

    /** What somebody wants to know. */
    record OfQuestion(UserQuestion question) implements AgentForm {
        private static final String ANSWER = "answer";

        @Override
        public String message() {
            List<String> lines = new ArrayList<>();
            lines.add(question.asker().isReserved() ? "Your agent asks:" : question.asker() + " asks:");
            if (!question.title().isBlank()) {
                lines.add(ModelText.clean(question.title()));
            }
            lines.add(ModelText.clean(question.text()));
            if (!question.strict()) {
                choices().forEach(it -> lines.add("- " + it));
            }
            return String.join("\n", lines);
        }

        @Override
        public JsonValue schema(McpRevision revision) {
            return question.schema()
                    .map(form -> ModelText.clean(form.json(revision.titlesOptions())))
                    .orElseGet(() -> ofText(ANSWER, "Answer", question.strict() ? choices() : List.of()));
        }

        private List<String> choices() {
            return question.choices().stream().map(ModelText::clean).toList();
        }

        @Override
        public Optional<String> objection(JsonValue content) {
            return question.objection(value(content));
        }

        @Override
        public void answer(JsonValue content, QuestionId id, Attachment seat) {
            seat.answer(id, value(content));
        }

        private JsonValue value(JsonValue content) {
            if (question.schema().isPresent()) {
                return content;
            }
            String said = text(content, ANSWER).orElse("");
            return JsonValue.of(question.choices().stream()
                    .filter(it -> ModelText.clean(it).equals(said))
                    .findFirst()
                    .orElse(said));
        }
    }

    /** Whether a tool may be used. */
    record OfApproval(ApprovalRequest request) implements AgentForm {
        private static final String DECISION = "decision";
        private static final String ONCE = "Yes, once";
        private static final String SESSION = "Yes, for this session: ";
        private static final String NO = "No";

        @Override
        public String message() {
            List<String> lines = new ArrayList<>();
            lines.add(
                    "May your agent use '" + ModelText.clean(request.tool()) + "' of " + request.provider() + " with");
            lines.add(visible(request.shownArgs().json()));
            request.diff().ifPresent(diff -> lines.add(visible(diff)));
            request.sources()
                    .forEach(it -> lines.add(
                            it.name() + " (" + it.trust().label() + ") asks: " + ModelText.clean(it.reason())));
            return String.join("\n", lines);
        }

        @Override
        public JsonValue schema(McpRevision revision) {
            List<String> decisions = new ArrayList<>(List.of(ONCE));
            request.scopes().forEach(it -> decisions.add(session(it)));
            decisions.add(NO);
            return ofText(DECISION, "Decision", decisions);
        }

        private static String session(Scope scope) {
            return SESSION + visible(scope.text());
        }

        @Override
        public Optional<String> objection(JsonValue content) {
            String said = text(content, DECISION).orElse("");
            boolean known = said.equals(ONCE)
                    || said.equals(NO)
                    || request.scopes().stream().anyMatch(it -> session(it).equals(said));
            return known ? Optional.empty() : Optional.of("Only one of its choices answers it.");
        }

        @Override
        public void answer(JsonValue content, QuestionId id, Attachment seat) {
            String said = text(content, DECISION).orElse("");
            if (said.equals(ONCE)) {
                seat.approve(id);
            } else if (said.equals(NO)) {
                seat.deny(id, "");
            } else {
                request.scopes().stream().filter(it -> session(it).equals(said)).forEach(it -> seat.approve(id, it));
            }
        }

        /** What would run hides nothing: characters that nobody sees are shown by their numbers. */
        private static String visible(String text) {
            StringBuilder shown = new StringBuilder(text.length());
            int before = ModelText.NOTHING;
            for (int i = 0; i < text.length(); ) {
                int c = text.codePointAt(i);
                boolean plain = c == '\n' || c == '\t' || ModelText.isVisible(c, before);
                if (plain) {
                    shown.appendCodePoint(c);
                } else {
                    Character.toString(c)
                            .chars()
                            .forEach(unit -> shown.append(String.format(Locale.ROOT, "\\u%04x", unit)));
                }
                before = plain ? c : ModelText.NOTHING;
                i += Character.charCount(c);
            }
            return shown.toString();
        }
    }

    /** A form that was filled in with what it does not take. */
    record Again(AgentForm form, String why) implements AgentForm {
        @Override
        public String message() {
            return why + "\n" + form.message();
        }

        @Override
        public JsonValue schema(McpRevision revision) {
            return form.schema(revision);
        }

        @Override
        public Optional<String> objection(JsonValue content) {
            return form.objection(content);
        }

        @Override
        public void answer(JsonValue content, QuestionId question, Attachment seat) {
            form.answer(content, question, seat);
        }

        @Override
        public AgentForm again(String objection) {
            return form.again(objection);
        }
    }
}
