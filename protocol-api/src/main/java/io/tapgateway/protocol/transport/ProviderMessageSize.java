package io.tapgateway.protocol.transport;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
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
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.Transform;
import java.util.List;
import java.util.Optional;

/** The size of each message of a provider, see {@link MessageSize}. Stateless. */
final class ProviderMessageSize implements ProviderMessage.Visitor<Integer> {
    static final ProviderMessageSize INSTANCE = new ProviderMessageSize();

    private static final int ENTRY = 64;

    private ProviderMessageSize() {}

    @Override
    public Integer onAuth(Auth auth) {
        return MessageSize.ENVELOPE;
    }

    @Override
    public Integer onAuthConfirm(AuthConfirm authConfirm) {
        return MessageSize.ENVELOPE;
    }

    @Override
    public Integer onHello(Hello hello) {
        Hello.Contribution given = hello.contribution();
        long bytes = 2L * MessageSize.ENVELOPE;
        bytes += given.tools().map(ProviderMessageSize::tools).orElse(0L);
        bytes += given.hooks().map(ProviderMessageSize::hooks).orElse(0L);
        bytes += given.subscribe().map(names -> (long) ENTRY * names.size()).orElse(0L);
        bytes += length(given.texts().context()) + length(given.texts().startupContext());
        bytes += given.metadata().map(it -> (long) it.estimatedLength()).orElse(0L);
        return MessageSize.atMost(bytes);
    }

    @Override
    public Integer onGoodbye(Goodbye goodbye) {
        return withText(goodbye.reason());
    }

    @Override
    public Integer onSessionReady(SessionReady sessionReady) {
        return MessageSize.ENVELOPE;
    }

    @Override
    public Integer onToolResult(ToolResult toolResult) {
        return toolResult.result().accept(RESULT);
    }

    @Override
    public Integer onToolProgress(ToolProgress toolProgress) {
        return withText(Optional.of(toolProgress.message()));
    }

    @Override
    public Integer onGateResult(GateResult gateResult) {
        return withText(gateResult.reason());
    }

    @Override
    public Integer onTransformResult(TransformResult transformResult) {
        return withText(transformResult.content());
    }

    @Override
    public Integer onPush(Push push) {
        long metadata = push.metadata().isPresent() ? push.metadata().get().estimatedLength() : 0;
        return MessageSize.atMost(MessageSize.ENVELOPE + length(push.event()) + length(push.prompt()) + metadata);
    }

    @Override
    public Integer onToolsUpdate(ToolsUpdate toolsUpdate) {
        return MessageSize.atMost(MessageSize.ENVELOPE
                + tools(toolsUpdate.tools())
                + (long) ENTRY * toolsUpdate.remove().size());
    }

    @Override
    public Integer onHooksUpdate(HooksUpdate hooksUpdate) {
        return MessageSize.atMost(MessageSize.ENVELOPE + hooks(hooksUpdate.hooks()));
    }

    @Override
    public Integer onContextUpdate(ContextUpdate contextUpdate) {
        return withText(Optional.of(contextUpdate.context()));
    }

    @Override
    public Integer onFilterSet(FilterSet filterSet) {
        long bytes = MessageSize.ENVELOPE;
        for (FilterRule rule : filterSet.rules()) {
            bytes += ENTRY + rule.match().length();
        }
        return MessageSize.atMost(bytes);
    }

    @Override
    public Integer onStreamQuery(StreamQuery streamQuery) {
        return MessageSize.atMost(
                MessageSize.ENVELOPE + (long) ENTRY * streamQuery.streams().size());
    }

    @Override
    public Integer onShutdownReady(ShutdownReady shutdownReady) {
        return MessageSize.ENVELOPE;
    }

    private static int withText(Optional<String> text) {
        return MessageSize.atMost(MessageSize.ENVELOPE + length(text));
    }

    private static long length(Optional<String> text) {
        return text.isPresent() ? text.get().length() : 0;
    }

    private static long tools(List<ToolDefinition> tools) {
        long bytes = 0;
        for (ToolDefinition tool : tools) {
            bytes +=
                    2L * ENTRY + tool.description().length() + tool.parameters().estimatedLength();
        }
        return bytes;
    }

    private static long hooks(Hooks hooks) {
        long bytes = ENTRY;
        for (HookRule rule : hooks.onPreToolUse().orElse(List.of())) {
            bytes += match(rule.match()) + rule.accept(RULE_TEXT);
        }
        for (Optional<Transform> transform : hooks.transforms().values()) {
            bytes += ENTRY + (transform.isPresent() ? transform.get().accept(TRANSFORM_TEXT) : 0);
        }
        return bytes;
    }

    private static long match(Match match) {
        return 2L * ENTRY + length(match.tool()) + length(match.args()) + length(match.file());
    }

    private static final ToolResult.Result.Visitor<Integer> RESULT = new ToolResult.Result.Visitor<>() {
        @Override
        public Integer onData(ToolResult.Result.Data data) {
            return MessageSize.atMost((long) MessageSize.ENVELOPE + data.data().estimatedLength());
        }

        @Override
        public Integer onFile(ToolResult.Result.File file) {
            return withText(Optional.of(file.file().path()));
        }

        @Override
        public Integer onFailure(ToolResult.Result.Failure failure) {
            return withText(failure.error());
        }

        @Override
        public Integer onMissing(ToolResult.Result.Missing missing) {
            return MessageSize.ENVELOPE;
        }
    };

    private static final HookRule.Visitor<Long> RULE_TEXT = new HookRule.Visitor<>() {
        @Override
        public Long onDeny(HookRule.Deny deny) {
            return length(deny.reason());
        }

        @Override
        public Long onContext(HookRule.Context context) {
            return (long) context.content().length();
        }

        @Override
        public Long onGate(HookRule.Gate gate) {
            return (long) ENTRY;
        }
    };

    private static final Transform.Visitor<Long> TRANSFORM_TEXT = new Transform.Visitor<>() {
        @Override
        public Long onAppend(Transform.Append append) {
            return (long) append.content().length();
        }

        @Override
        public Long onPrepend(Transform.Prepend prepend) {
            return (long) prepend.content().length();
        }

        @Override
        public Long onReplace(Transform.Replace replace) {
            return (long) replace.content().length();
        }

        @Override
        public Long onCallback(Transform.Callback callback) {
            return 0L;
        }
    };
}
