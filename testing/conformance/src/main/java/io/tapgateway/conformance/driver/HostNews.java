package io.tapgateway.conformance.driver;

import static io.tapgateway.protocol.codec.Identifiers.CALL_ID;
import static io.tapgateway.protocol.codec.Identifiers.PROVIDER_NAME;
import static io.tapgateway.protocol.codec.Identifiers.STREAM_NAME;
import static io.tapgateway.protocol.codec.Identifiers.TOOL_NAME;
import static io.tapgateway.protocol.json.JsonReader.ANY;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;

import io.tapgateway.protocol.codec.ProgressAmountJson;
import io.tapgateway.protocol.codec.ToolProfileJson;
import io.tapgateway.protocol.codec.Words;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.Vocabulary;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a program tells of a session, as its host is told. Only what every gateway knows has to be said. Stateless.
 */
final class HostNews {
    private static final ProviderName NOBODY = new ProviderName("unknown");
    private static final Vocabulary<TimelineEntry.Level> LEVEL = Vocabulary.lowerCase(TimelineEntry.Level.class);
    private static final Vocabulary<InjectedPrompt.Kind> KIND = Vocabulary.lowerCase(InjectedPrompt.Kind.class);
    private static final JsonReader<RegisteredTool> TOOL = JsonReader.object(HostNews::tool);

    private HostNews() {}

    static List<RegisteredTool> tools(JsonObject in) {
        return in.list("tools", TOOL);
    }

    private static RegisteredTool tool(JsonObject in) {
        return new RegisteredTool(
                in.required("name", TOOL_NAME),
                in.optional("description", TEXT).orElse(""),
                in.optional("parameters", ANY).orElse(JsonValue.EMPTY_OBJECT),
                in.optional("provider", PROVIDER_NAME).orElse(NOBODY),
                in.optional("trust", Words.TRUST).orElse(TrustLevel.PROJECT),
                Duration.ofMillis(in.optional("timeoutMs", WHOLE_NUMBER).orElse(Limit.DEFAULT_TOOL_TIMEOUT.standard())),
                ToolProfileJson.read(in));
    }

    static ToolChange change(JsonObject in) {
        return new ToolChange(in.required("tool", TOOL), in.required("before", TEXT), in.required("after", TEXT));
    }

    static TimelineEntry entry(JsonObject in) {
        return new TimelineEntry(
                Instant.EPOCH,
                in.required("level", LEVEL),
                in.required("source", TEXT),
                in.required("text", TEXT),
                in.optional("call", CALL_ID));
    }

    static InjectedPrompt prompt(JsonObject in) {
        return new InjectedPrompt(
                Instant.EPOCH,
                new InjectedPrompt.Source(
                        in.required("provider", PROVIDER_NAME),
                        in.optional("trust", Words.TRUST).orElse(TrustLevel.PROJECT)),
                in.required("stream", STREAM_NAME),
                in.optional("kind", KIND).orElse(InjectedPrompt.Kind.EVENT),
                in.required("text", TEXT),
                in.optional("metadata", ANY));
    }

    static CallProgress progress(JsonObject in) {
        return new CallProgress(
                in.required("sequence", WHOLE_NUMBER), in.required("text", TEXT), ProgressAmountJson.read(in));
    }
}
