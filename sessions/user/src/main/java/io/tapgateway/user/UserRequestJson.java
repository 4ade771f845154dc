package io.tapgateway.user;

import io.tapgateway.protocol.codec.Identifiers;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.Vocabulary;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.user.form.FlatSchema;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a person is asked, and what came of it, as JSON: for all that show it or ask it elsewhere. Stateless. */
@MayChange
public final class UserRequestJson {
    private static final JsonReader<List<String>> TEXTS = JsonReader.list(JsonReader.TEXT);
    private static final Vocabulary<TrustLevel> TRUST = Vocabulary.of(TrustLevel.class, TrustLevel::label);
    private static final Vocabulary<Withdrawal> WITHDRAWAL = Vocabulary.lowerCase(Withdrawal.class);

    private UserRequestJson() {}

    /** Members that say what is asked, of an object that has been begun. */
    public static JsonWriter write(JsonWriter out, UserRequest request) {
        return request.accept(new UserRequest.Visitor<>() {
            @Override
            public JsonWriter onApproval(ApprovalRequest approval) {
                return approval(out, approval);
            }

            @Override
            public JsonWriter onQuestion(UserQuestion question) {
                return question(out, question);
            }
        });
    }

    /** What would run, also as the text that it is: some readers take large numbers for others. */
    private static JsonWriter approval(JsonWriter out, ApprovalRequest request) {
        return out.text("kind", "approval")
                .text("tool", request.tool())
                .text("provider", request.provider())
                .value("args", request.args())
                .text("exact", request.args().json())
                .text("diff", request.diff())
                .flagIfSet("dangerous", request.dangerous())
                .texts("scopes", request.scopes().stream().map(Scope::text).toList())
                .objects(
                        "askers",
                        request.sources(),
                        (one, source) -> one.text("provider", source.name())
                                .text("trust", source.trust().label())
                                .text("reason", source.reason()));
    }

    private static JsonWriter question(JsonWriter out, UserQuestion question) {
        out.text("kind", "question").text("asker", question.asker());
        if (!question.title().isEmpty()) {
            out.text("title", question.title());
        }
        return out.text("text", question.text())
                .texts("choices", question.choices())
                .flag("onlyChoices", question.strict())
                .value("schema", question.schema().map(FlatSchema::json));
    }

    /**
     * Reads what {@link #write} has written: what people are shown, and so of two trust levels that are shown alike the
     * lesser, and not how long it waits.
     *
     * @throws IllegalArgumentException if it is none, or beyond a limit
     */
    public static UserRequest read(JsonObject in) {
        return in.required("kind", JsonReader.TEXT).equals("approval")
                ? approval(in)
                : question(in.required("asker", Identifiers.PROVIDER_NAME), in);
    }

    private static ApprovalRequest approval(JsonObject in) {
        return new ApprovalRequest(
                in.required("tool", JsonReader.TEXT),
                in.required("provider", Identifiers.PROVIDER_NAME),
                in.required("args", JsonReader.ANY),
                in.list("askers", JsonReader.object(UserRequestJson::source)),
                in.isSet("dangerous"),
                in.optional("diff", JsonReader.TEXT),
                Duration.ZERO);
    }

    private static ApprovalRequest.Source source(JsonObject in) {
        return new ApprovalRequest.Source(
                in.required("provider", Identifiers.PROVIDER_NAME),
                in.required("trust", TRUST),
                in.required("reason", JsonReader.TEXT));
    }

    /** Members by which somebody asks a question, of an object that has been begun. */
    public static JsonWriter ask(JsonWriter out, UserQuestion question) {
        return question(out, question)
                .number(
                        "atMostMs",
                        question.atMost().stream().mapToLong(Duration::toMillis).findFirst())
                .number("waitForMs", question.waitFor().toMillis());
    }

    /**
     * Reads a question.
     *
     * @param asker whose question it is
     * @throws IllegalArgumentException if it is none, or beyond a limit; the message is for whoever asks
     */
    public static UserQuestion question(ProviderName asker, JsonObject in) {
        return new UserQuestion(
                asker,
                in.optional("title", JsonReader.TEXT).orElse(""),
                in.required("text", JsonReader.TEXT),
                in.optional("choices", TEXTS).orElse(List.of()),
                in.optional("onlyChoices", JsonReader.FLAG).orElse(false),
                in.optional("schema", JsonReader.OBJECT).map(FlatSchema::read),
                millis(in, "atMostMs"),
                millis(in, "waitForMs").orElse(Duration.ZERO));
    }

    private static Optional<Duration> millis(JsonObject in, String name) {
        return in.optional(name, JsonReader.wholeNumber(0, UserQuestion.LONGEST.toMillis()))
                .map(Duration::ofMillis);
    }

    /** How a question has ended: an object with exactly one of {@code answer}, {@code declined}, {@code absent} and
     * {@code withdrawn}. */
    public static JsonValue answer(UserAnswer answer) {
        return JsonWriter.toValue(out -> answer.accept(new UserAnswer.Visitor<JsonWriter>() {
            @Override
            public JsonWriter onGiven(UserAnswer.Given given) {
                return out.value("answer", given.value()).text("by", given.by());
            }

            @Override
            public JsonWriter onDeclined(UserAnswer.Declined declined) {
                return out.text("declined", declined.reason()).text("by", declined.by());
            }

            @Override
            public JsonWriter onAbsent(UserAnswer.Absent absent) {
                return out.text("absent", absent.why());
            }

            @Override
            public JsonWriter onWithdrawn(UserAnswer.Withdrawn withdrawn) {
                return out.word("withdrawn", withdrawn.why());
            }
        }));
    }

    /**
     * Reads how a question has ended.
     *
     * @throws JsonFault if that is not said
     */
    public static UserAnswer answer(JsonObject in) {
        if (in.has("answer")) {
            return new UserAnswer.Given(in.required("answer", JsonReader.ANY), in.required("by", JsonReader.TEXT));
        } else if (in.has("declined")) {
            return new UserAnswer.Declined(
                    in.required("declined", JsonReader.TEXT), in.required("by", JsonReader.TEXT));
        } else if (in.has("absent")) {
            return new UserAnswer.Absent(in.required("absent", JsonReader.TEXT));
        }
        return new UserAnswer.Withdrawn(in.required("withdrawn", WITHDRAWAL));
    }
}
