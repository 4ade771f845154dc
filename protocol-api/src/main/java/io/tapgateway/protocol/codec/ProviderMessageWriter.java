package io.tapgateway.protocol.codec;

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

/** Writes what providers say. Stateless. */
final class ProviderMessageWriter implements ProviderMessage.Visitor<ObjectWriter> {
    static final ProviderMessageWriter INSTANCE = new ProviderMessageWriter();

    private ProviderMessageWriter() {}

    @Override
    public ObjectWriter onAuth(Auth auth) {
        ObjectWriter out = ObjectWriter.of(auth.type());
        return auth.credential().accept(new Auth.Credential.Visitor<>() {
            @Override
            public ObjectWriter onToken(Auth.Credential.Token token) {
                return out.text("token", token.value());
            }

            @Override
            public ObjectWriter onPair(Auth.Credential.Pair pair) {
                return out.text("mode", "pair").text("name", pair.claimedName());
            }
        });
    }

    @Override
    public ObjectWriter onAuthConfirm(AuthConfirm authConfirm) {
        return ObjectWriter.of(authConfirm.type()).text("code", authConfirm.code());
    }

    @Override
    public ObjectWriter onHello(Hello hello) {
        ObjectWriter out = ObjectWriter.of(hello.type())
                .text("name", hello.identity().name())
                .number("protocolVersion", HelloAck.PROTOCOL_VERSION)
                .text("session", hello.session())
                .text("instance", hello.identity().instance())
                .text("reconnectToken", hello.reconnectToken());
        ContributionWriter.contribution(out, hello.contribution());
        return out;
    }

    @Override
    public ObjectWriter onGoodbye(Goodbye goodbye) {
        return ObjectWriter.of(goodbye.type()).text("reason", goodbye.reason());
    }

    @Override
    public ObjectWriter onSessionReady(SessionReady sessionReady) {
        return ObjectWriter.of(sessionReady.type())
                .text("sessionId", sessionReady.sessionId())
                .text("requestId", sessionReady.requestId());
    }

    @Override
    public ObjectWriter onToolResult(ToolResult toolResult) {
        ObjectWriter out = ObjectWriter.of(toolResult.type()).text("id", toolResult.id());
        return toolResult.result().accept(new ToolResult.Result.Visitor<>() {
            @Override
            public ObjectWriter onData(ToolResult.Result.Data data) {
                return out.value("data", data.data());
            }

            @Override
            public ObjectWriter onFile(ToolResult.Result.File file) {
                return out.object("file", file.file(), ProviderMessageWriter::file);
            }

            @Override
            public ObjectWriter onFailure(ToolResult.Result.Failure failure) {
                return out.text("error", failure.error())
                        .text("errorCode", failure.errorCode())
                        .flagIfSet("retryable", failure.retryable());
            }

            @Override
            public ObjectWriter onMissing(ToolResult.Result.Missing missing) {
                return out;
            }
        });
    }

    private static void file(ObjectWriter out, FileRef file) {
        out.text("path", file.path())
                .text("mimeType", file.mimeType())
                .number("size", file.size())
                .number("ttl", file.ttlSeconds());
    }

    @Override
    public ObjectWriter onToolProgress(ToolProgress toolProgress) {
        return ObjectWriter.of(toolProgress.type())
                .text("id", toolProgress.id())
                .text("message", toolProgress.message());
    }

    @Override
    public ObjectWriter onGateResult(GateResult gateResult) {
        return ObjectWriter.of(gateResult.type())
                .text("gateId", gateResult.gateId())
                .text("callId", gateResult.callId())
                .text("decision", Words.DECISION.word(gateResult.decision()))
                .text("reason", gateResult.reason());
    }

    @Override
    public ObjectWriter onTransformResult(TransformResult transformResult) {
        return ObjectWriter.of(transformResult.type())
                .text("callId", transformResult.callId())
                .text("content", transformResult.content());
    }

    @Override
    public ObjectWriter onPush(Push push) {
        return ObjectWriter.of(push.type())
                .text("stream", push.stream())
                .text("sessionId", push.target().sessionId())
                .flagIfSet("broadcast", push.target().broadcast())
                .text("event", push.event())
                .text("prompt", push.prompt())
                .text("level", Words.LEVEL.word(push.level()))
                .value("metadata", push.metadata());
    }

    /** Says the mode only where nothing else can, so that gateways without that extension understand the rest (D-103). */
    @Override
    public ObjectWriter onToolsUpdate(ToolsUpdate update) {
        ObjectWriter out = ObjectWriter.of(update.type())
                .text("requestId", update.requestId())
                .text("sessionId", update.sessionId());
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
    public ObjectWriter onHooksUpdate(HooksUpdate update) {
        ObjectWriter out = ObjectWriter.of(update.type())
                .text("requestId", update.requestId())
                .text("sessionId", update.sessionId());
        ContributionWriter.hooks(out, update.hooks());
        if (update.hooks().isEmpty()) {
            ContributionWriter.transforms(out, update.hooks().transforms());
        }
        return out;
    }

    @Override
    public ObjectWriter onContextUpdate(ContextUpdate update) {
        return ObjectWriter.of(update.type())
                .text("requestId", update.requestId())
                .text("sessionId", update.sessionId())
                .text("context", update.context());
    }

    @Override
    public ObjectWriter onFilterSet(FilterSet filterSet) {
        return ObjectWriter.of(filterSet.type())
                .text("requestId", filterSet.requestId())
                .text("sessionId", filterSet.sessionId())
                .text("stream", filterSet.stream())
                .objects("rules", filterSet.rules(), ProviderMessageWriter::filterRule);
    }

    private static void filterRule(ObjectWriter out, FilterRule rule) {
        out.text("match", rule.match()).text("outcome", Words.OUTCOME.word(rule.outcome()));
    }

    @Override
    public ObjectWriter onStreamQuery(StreamQuery streamQuery) {
        ObjectWriter out = ObjectWriter.of(streamQuery.type())
                .text("queryId", streamQuery.queryId())
                .text("sessionId", streamQuery.sessionId());
        if (!streamQuery.streams().isEmpty()) {
            out.texts("streams", streamQuery.streams());
        }
        return out.number("last", streamQuery.last());
    }

    @Override
    public ObjectWriter onShutdownReady(ShutdownReady shutdownReady) {
        return ObjectWriter.of(shutdownReady.type()).text("sessionId", shutdownReady.sessionId());
    }
}
