package io.tapgateway.runtime.view;

import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.protocol.codec.Identifiers;
import io.tapgateway.protocol.codec.Words;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.FileDigest;
import io.tapgateway.protocol.model.UsePreview;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.CallQuestion.Asker;

/** What a person is asked about a call, as members of an object. Stateless. */
final class QuestionJson {
    private static final JsonReader<Asker> ASKER = object(in -> new Asker(
            in.required("provider", Identifiers.PROVIDER_NAME),
            in.required("trust", Words.TRUST),
            in.required("reason", TEXT)));

    private static final JsonReader<FileDigest> FILE =
            object(in -> new FileDigest(in.required("path", TEXT), in.optional("sha256", TEXT)));

    private static final JsonReader<UsePreview> PREVIEW =
            object(in -> new UsePreview(in.optional("diff", TEXT), in.list("files", FILE), in.isSet("dangerous")));

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
                in.list("askers", ASKER),
                in.optional("preview", PREVIEW));
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
        out.text("question", question.id())
                .text("sessionId", question.session())
                .text("callId", question.call())
                .text("tool", question.tool())
                .text("provider", question.provider())
                .value("args", question.args());
        question.preview().ifPresent(it -> out.object("preview", it, QuestionJson::preview));
        return out;
    }

    private static void preview(JsonWriter out, UsePreview preview) {
        out.text("diff", preview.diff())
                .objects(
                        "files",
                        preview.files(),
                        (one, file) -> one.text("path", file.path()).text("sha256", file.sha256()))
                .flagIfSet("dangerous", preview.dangerous());
    }
}
