package io.tapgateway.model;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.Awaited;
import io.tapgateway.user.UserAccess;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.Withdrawal;
import java.util.ArrayList;
import java.util.List;

/**
 * The tool by which a model asks the person at its session one question, or a few in turn (W-048). It waits for the
 * answers; whoever stops the turn takes the question back. Thread-safe.
 */
final class AskUser implements HostTool {
    static final String NAME = "ask_user";

    static final ProviderName ASKER = new ProviderName("host");

    /** How many questions may follow the first one. */
    private static final int MOST_MORE = 3;

    private static final JsonReader<List<String>> TEXTS = JsonReader.list(JsonReader.TEXT);
    private static final JsonReader<List<UserQuestion>> MORE = JsonReader.list(JsonReader.object(AskUser::readOne));
    private static final ModelTool DEFINITION = new ModelTool(
            NAME,
            "Ask the user something that you cannot find out by yourself and need to know before you go on. Waits for"
                    + " the answer.",
            JsonWriter.toValue(AskUser::parameters));

    private final UserAccess user;

    AskUser(UserAccess user) {
        this.user = user;
    }

    private static void parameters(JsonWriter out) {
        out.text("type", "object")
                .object("properties", properties -> {
                    one(properties);
                    properties.object(
                            "more",
                            it -> it.text("type", "array")
                                    .text("description", "further questions, asked one after the other")
                                    .number("maxItems", MOST_MORE)
                                    .object(
                                            "items",
                                            item -> item.text("type", "object")
                                                    .object("properties", AskUser::one)
                                                    .texts("required", List.of("question"))));
                })
                .texts("required", List.of("question"));
    }

    private static void one(JsonWriter properties) {
        properties
                .object(
                        "question",
                        it -> it.text("type", "string")
                                .number("minLength", 1)
                                .number("maxLength", UserQuestion.MOST_OF_TEXT))
                .object(
                        "choices",
                        it -> it.text("type", "array")
                                .text("description", "answers to choose from")
                                .number("maxItems", UserQuestion.MOST_CHOICES)
                                .object(
                                        "items",
                                        item -> item.text("type", "string")
                                                .number("minLength", 1)
                                                .number("maxLength", UserQuestion.MOST_OF_CHOICE)))
                .object(
                        "onlyChoices",
                        it -> it.text("type", "boolean").text("description", "whether nothing else is an answer"));
    }

    @Override
    public ModelTool definition() {
        return DEFINITION;
    }

    @Override
    public String run(JsonValue args) throws InterruptedException {
        List<UserQuestion> questions;
        try {
            questions = JsonReader.object(AskUser::read).read(args);
        } catch (JsonFault fault) {
            return "INVALID_ARGUMENTS: " + fault.pointer() + " " + fault.reason() + ". Nobody was asked.";
        } catch (IllegalArgumentException beyond) {
            return "INVALID_ARGUMENTS: " + beyond.getMessage() + " Nobody was asked.";
        }
        if (questions.size() == 1) {
            return told(ask(questions.get(0)));
        }
        StringBuilder told = new StringBuilder();
        for (int i = 0; i < questions.size(); i++) {
            UserAnswer answer = ask(questions.get(i));
            told.append(i + 1).append(". ").append(told(answer)).append('\n');
            if (!(answer instanceof UserAnswer.Given) && i + 1 < questions.size()) {
                return told + "Nothing more was asked.";
            }
        }
        return told.toString().strip();
    }

    private UserAnswer ask(UserQuestion question) throws InterruptedException {
        Awaited<UserAnswer> asked = user.ask(question);
        try {
            return Waiting.on(asked.answer());
        } catch (InterruptedException stopped) {
            asked.withdraw(Withdrawal.INTERRUPTED);
            throw stopped;
        }
    }

    private static List<UserQuestion> read(JsonObject args) {
        List<UserQuestion> all = new ArrayList<>();
        all.add(readOne(args));
        List<UserQuestion> more = args.optional("more", MORE).orElse(List.of());
        if (more.size() > MOST_MORE) {
            throw new IllegalArgumentException("At most " + MOST_MORE + " questions follow the first one.");
        }
        all.addAll(more);
        return all;
    }

    private static UserQuestion readOne(JsonObject args) {
        return new UserQuestion(
                ASKER,
                args.required("question", JsonReader.TEXT),
                args.optional("choices", TEXTS).orElse(List.of()),
                args.optional("onlyChoices", JsonReader.FLAG).orElse(false));
    }

    private static String told(UserAnswer answer) {
        return answer.accept(new UserAnswer.Visitor<>() {
            @Override
            public String onGiven(UserAnswer.Given given) {
                return given.text().isBlank() ? "The user has given an empty answer." : given.text();
            }

            @Override
            public String onDeclined(UserAnswer.Declined declined) {
                String reason = declined.reason().isBlank() ? "." : ": " + declined.reason();
                return "UNAUTHORIZED: the user does not want to answer that" + reason;
            }

            @Override
            public String onAbsent(UserAnswer.Absent absent) {
                return unanswered(absent.why());
            }

            @Override
            public String onWithdrawn(UserAnswer.Withdrawn withdrawn) {
                return unanswered(withdrawn.why().sentence());
            }
        });
    }

    private static String unanswered(String why) {
        return "UNAVAILABLE: " + why + " Decide by yourself, or say what you would have to know.";
    }
}
