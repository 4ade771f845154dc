package io.tapgateway.runtime.view;

import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.protocol.codec.Identifiers;
import io.tapgateway.protocol.codec.Words;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.CallQuestion.Asker;

/** What a person is asked about a call, as members of an object. Stateless. */
final class QuestionJson {
    private static final JsonReader<Asker> ASKER = object(in -> new Asker(
            in.required("provider", Identifiers.PROVIDER_NAME),
            in.required("trust", Words.TRUST),
            in.required("reason", TEXT)));

    private QuestionJson() {}

    /** Everything about it. */
    static void write(JsonWriter out, CallQuestion question) {
        about(out, question)
                .objects(
                        "askers",
                        question.askers(),
                        (one, asker) -> one.text("provider", asker.provider())
                                .text("trust", Words.TRUST.word(asker.trust()))
                                .text("reason", asker.reason()));
    }

    /** Reads what {@link #write} writes. */
    static CallQuestion read(JsonObject in) {
        return new CallQuestion(
                in.required("question", TEXT),
                in.required("sessionId", Identifiers.SESSION_ID),
                in.optional("callId", Identifiers.CALL_ID),
                in.required("tool", TEXT),
                in.required("provider", Identifiers.PROVIDER_NAME),
                in.required("args", OBJECT),
                in.list("askers", ASKER));
    }

    /** What people and programs are shown. */
    static void show(JsonWriter out, CallQuestion question) {
        about(out, question)
                .objects(
                        "askers",
                        question.askers(),
                        (one, asker) -> one.text("provider", asker.provider())
                                .text("trust", asker.trust().label())
                                .text("reason", asker.reason()));
    }

    private static JsonWriter about(JsonWriter out, CallQuestion question) {
        return out.text("question", question.id())
                .text("sessionId", question.session())
                .text("callId", question.call())
                .text("tool", question.tool())
                .text("provider", question.provider())
                .value("args", question.args());
    }
}
