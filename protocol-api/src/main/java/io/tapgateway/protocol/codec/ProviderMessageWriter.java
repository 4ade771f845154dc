package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.ShutdownReady;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.message.ToolProgress;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.message.TransformResult;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.FilterRule;

/** Writes what providers say, member by member. Confined to one encoding. */
final class ProviderMessageWriter implements ProviderMessage.Visitor<JsonWriter> {
    private final JsonWriter out;

    private ProviderMessageWriter(JsonWriter out) {
        this.out = out;
    }

    /** Writes the members of a message. */
    static void write(JsonWriter out, ProviderMessage message) {
        out.text(Traces.TYPE, message.type().wireName());
        message.accept(new ProviderMessageWriter(out));
    }

    @Override
    public JsonWriter onAuth(Auth auth) {
        return auth.credential().accept(new Auth.Credential.Visitor<>() {
            @Override
            public JsonWriter onToken(Auth.Credential.Token token) {
                return out.text("token", token.value());
            }

            @Override
            public JsonWriter onPair(Auth.Credential.Pair pair) {
                return out.text("mode", "pair").text("name", pair.claimedName());
            }
        });
    }

    @Override
    public JsonWriter onAuthConfirm(AuthConfirm authConfirm) {
        return out.text("code", authConfirm.code());
    }

    @Override
    public JsonWriter onHello(Hello hello) {
        out.text("name", hello.identity().name())
                .number("protocolVersion", HelloAck.PROTOCOL_VERSION)
                .text("session", hello.session())
                .text("instance", hello.identity().instance())
                .text("reconnectToken", hello.reconnectToken());
        ContributionWriter.contribution(out, hello.contribution());
        return out;
    }

    @Override
    public JsonWriter onGoodbye(Goodbye goodbye) {
        return out.text("reason", goodbye.reason());
    }

    @Override
    public JsonWriter onSessionReady(SessionReady sessionReady) {
        return out.text("sessionId", sessionReady.sessionId()).text("requestId", sessionReady.requestId());
    }

    @Override
    public JsonWriter onToolResult(ToolResult toolResult) {
        out.text("id", toolResult.id());
        return toolResult.result().accept(new ToolResult.Result.Visitor<>() {
            @Override
            public JsonWriter onData(ToolResult.Result.Data data) {
                return out.value("data", data.data());
            }

            @Override
            public JsonWriter onFile(ToolResult.Result.File file) {
                return out.object("file", file.file(), ProviderMessageWriter::file);
            }

            @Override
            public JsonWriter onFailure(ToolResult.Result.Failure failure) {
                return out.text("error", failure.error())
                        .text("errorCode", failure.errorCode())
                        .flagIfSet("retryable", failure.retryable());
            }

            @Override
            public JsonWriter onMissing(ToolResult.Result.Missing missing) {
                return out;
            }
        });
    }

    private static void file(JsonWriter out, FileRef file) {
        out.text("path", file.path())
                .text("mimeType", file.mimeType())
                .number("size", file.size())
                .number("ttl", file.ttlSeconds());
    }

    @Override
    public JsonWriter onToolProgress(ToolProgress toolProgress) {
        return ProgressAmountJson.write(
                out.text("id", toolProgress.id()).text("message", toolProgress.message()), toolProgress.amount());
    }

    @Override
    public JsonWriter onGateResult(GateResult gateResult) {
        return out.text("gateId", gateResult.gateId())
                .text("callId", gateResult.callId())
                .text("decision", Words.DECISION.word(gateResult.decision()))
                .text("reason", gateResult.reason());
    }

    @Override
    public JsonWriter onTransformResult(TransformResult transformResult) {
        return out.text("callId", transformResult.callId()).text("content", transformResult.content());
    }

    @Override
    public JsonWriter onPush(Push push) {
        return out.text("stream", push.stream())
                .text("sessionId", push.target().sessionId())
                .flagIfSet("broadcast", push.target().broadcast())
                .text("event", push.event())
                .text("prompt", push.prompt())
                .text("level", Words.LEVEL.word(push.level()))
                .value("metadata", push.metadata());
    }

    /**
     * Says the mode only where nothing else can, so that gateways without that extension understand the rest (D-103).
     */
    @Override
    public JsonWriter onToolsUpdate(ToolsUpdate update) {
        out.text("requestId", update.requestId()).text("sessionId", update.sessionId());
        boolean replace = update.mode() == ToolsUpdate.Mode.REPLACE;
        boolean tellsDelta =
                !replace && (update.requestId().isEmpty() || !update.remove().isEmpty());
        if (replace && update.requestId().isPresent()) {
            out.text("mode", Words.UPDATE_MODE.word(update.mode()));
        }
        if (!tellsDelta || !update.tools().isEmpty()) {
            out.objects("tools", update.tools(), ContributionWriter::tool);
        }
        return tellsDelta ? out.texts("remove", update.remove()) : out;
    }

    @Override
    public JsonWriter onHooksUpdate(HooksUpdate update) {
        out.text("requestId", update.requestId()).text("sessionId", update.sessionId());
        ContributionWriter.hooks(out, update.hooks());
        if (update.hooks().isEmpty()) {
            ContributionWriter.transforms(out, update.hooks().transforms());
        }
        return out;
    }

    @Override
    public JsonWriter onContextUpdate(ContextUpdate update) {
        return out.text("requestId", update.requestId())
                .text("sessionId", update.sessionId())
                .text("context", update.context());
    }

    @Override
    public JsonWriter onFilterSet(FilterSet filterSet) {
        return out.text("requestId", filterSet.requestId())
                .text("sessionId", filterSet.sessionId())
                .text("stream", filterSet.stream())
                .objects("rules", filterSet.rules(), ProviderMessageWriter::filterRule);
    }

    private static void filterRule(JsonWriter out, FilterRule rule) {
        out.text("match", rule.match()).text("outcome", Words.OUTCOME.word(rule.outcome()));
    }

    @Override
    public JsonWriter onStreamQuery(StreamQuery streamQuery) {
        out.text("queryId", streamQuery.queryId()).text("sessionId", streamQuery.sessionId());
        if (!streamQuery.streams().isEmpty()) {
            out.texts("streams", streamQuery.streams());
        }
        return out.number("last", streamQuery.last());
    }

    @Override
    public JsonWriter onShutdownReady(ShutdownReady shutdownReady) {
        return out.text("sessionId", shutdownReady.sessionId());
    }
}
