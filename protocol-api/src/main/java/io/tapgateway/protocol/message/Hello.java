package io.tapgateway.protocol.message;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.InstanceName;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import java.util.List;
import java.util.Optional;

/**
 * {@code hello}: who the provider is, where it wants to be bound and what it brings; sent again on a live connection it
 * rebinds. Immutable.
 *
 * <p>A part of the contribution that is absent means "nothing" in a fresh registration and "as before" after a
 * reconnect (D-083), which is why each is optional.
 *
 * @param identity who
 * @param session the session to bind to, or {@code all}; the only possible one if empty (D-064)
 * @param reconnectToken from the previous {@code hello.ack}
 * @param contribution what the provider brings
 */
public record Hello(
        Identity identity, Optional<SessionId> session, Optional<String> reconnectToken, Contribution contribution)
        implements ProviderMessage {

    /** Name, and instance where several of one name run at once. */
    public record Identity(ProviderName name, Optional<InstanceName> instance) {
        /** The name, with {@code /instance} if there is one; for people. */
        @Override
        public String toString() {
            return instance.map(it -> name + "/" + it).orElse(name.value());
        }
    }

    /**
     * Everything a provider contributes to its sessions.
     *
     * @param metadata an object (D-089)
     * @param subscribe names of session events; unknown ones are ignored (D-209)
     * @param content whether results of its tools may be {@linkplain io.tapgateway.protocol.model.ToolContent content}
     *     (D-237)
     */
    public record Contribution(
            Optional<List<ToolDefinition>> tools,
            Optional<Hooks> hooks,
            Optional<List<String>> subscribe,
            Optional<Concurrency> concurrency,
            Texts texts,
            Optional<JsonValue> metadata,
            boolean content) {
        /** Nothing at all. */
        public static final Contribution NOTHING = ofTools(Optional.empty());

        public Contribution {
            tools = tools.map(ToolLists::withoutDuplicates);
            subscribe = subscribe.map(List::copyOf);
            if (metadata.isPresent() && metadata.get().kind() != JsonKind.OBJECT) {
                throw InvalidMessage.at("/metadata", "must be an object");
            }
        }

        /** The same with other hooks. */
        public Contribution withHooks(Hooks others) {
            return new Contribution(tools, Optional.of(others), subscribe, concurrency, texts, metadata, content);
        }

        /** The same with other tools. */
        public Contribution withTools(List<ToolDefinition> others) {
            return new Contribution(Optional.of(others), hooks, subscribe, concurrency, texts, metadata, content);
        }

        /** The same with other texts. */
        public Contribution withTexts(Texts others) {
            return new Contribution(tools, hooks, subscribe, concurrency, others, metadata, content);
        }

        /** Only tools. */
        public static Contribution ofTools(List<ToolDefinition> tools) {
            return ofTools(Optional.of(tools));
        }

        private static Contribution ofTools(Optional<List<ToolDefinition>> tools) {
            return new Contribution(
                    tools, Optional.empty(), Optional.empty(), Optional.empty(), Texts.NONE, Optional.empty(), false);
        }
    }

    /**
     * Text for the agent's prompt.
     *
     * @param context given with every prompt
     * @param startupContext given once (D-187)
     */
    public record Texts(Optional<String> context, Optional<String> startupContext) {
        /** No text. */
        public static final Texts NONE = new Texts(Optional.empty(), Optional.empty());

        /** Whether there is no text. */
        public boolean isEmpty() {
            return context.isEmpty() && startupContext.isEmpty();
        }
    }

    /** The same with another contribution. */
    public Hello with(Contribution other) {
        return new Hello(identity, session, reconnectToken, other);
    }

    /** The same for another session. */
    public Hello withSession(Optional<SessionId> other) {
        return new Hello(identity, other, reconnectToken, contribution);
    }

    /** The same of a provider that takes over nobody. */
    public Hello withoutToken() {
        return new Hello(identity, session, Optional.empty(), contribution);
    }

    /** A plain provider of tools. */
    public static Hello of(String name, Optional<SessionId> session, List<ToolDefinition> tools) {
        return new Hello(
                new Identity(new ProviderName(name), Optional.empty()),
                session,
                Optional.empty(),
                Contribution.ofTools(tools));
    }

    @Override
    public MessageType type() {
        return MessageType.HELLO;
    }

    @Override
    public Correlation correlation() {
        return Correlation.of(session, Optional.empty());
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onHello(this);
    }

    @Override
    public String toString() {
        return "Hello[" + identity + ", session=" + session + "]";
    }
}
