package io.tapgateway.runtime.view;

import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.protocol.codec.Identifiers;
import io.tapgateway.protocol.codec.Words;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.ToolOutcome.Provenance;
import java.util.List;

/** What rules give the agent along with a call, and who says something. Stateless. */
final class ContextJson {
    private static final JsonReader<CallContext> CONTEXT =
            object(in -> new CallContext(in.required("text", TEXT), provenance(in)));

    private ContextJson() {}

    static JsonWriter write(JsonWriter out, List<CallContext> contexts) {
        return out.objects(
                "contexts",
                contexts,
                (one, context) -> provenance(one.text("text", context.text()), context.provenance()));
    }

    static List<CallContext> read(JsonObject in) {
        return in.list("contexts", CONTEXT);
    }

    static JsonWriter provenance(JsonWriter out, Provenance provenance) {
        return out.text("provider", provenance.provider()).text("trust", Words.TRUST.word(provenance.trust()));
    }

    static Provenance provenance(JsonObject in) {
        return new Provenance(in.required("provider", Identifiers.PROVIDER_NAME), in.required("trust", Words.TRUST));
    }

    static JsonWriter show(JsonWriter out, List<CallContext> contexts) {
        return out.objects(
                "context",
                contexts,
                (one, context) -> one.text("provider", context.provenance().provider())
                        .text("trust", context.provenance().trust().label())
                        .text("text", context.text()));
    }
}
