package io.tapgateway.model;

import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionArguments;
import io.tapgateway.user.UserAccess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** How an agent is put together. Confined to one thread. */
public final class ThinkingAgentBuilder {
    private static final PromptSections PLAIN = PromptSections.of(
            Map.of("identity", "You are an agent. Use the tools you are given, and say what you found out."));

    final LanguageModel model;
    final Map<String, HostTool> tools = new LinkedHashMap<>();
    PromptSections sections = PLAIN;
    AgentLimits limits = AgentLimits.STANDARD;
    Consumer<AgentNews> listener = news -> {};
    final List<Consumer<TurnEvent>> turnListeners = new ArrayList<>();

    ThinkingAgentBuilder(LanguageModel model) {
        this.model = model;
    }

    /** What the model is told before each turn, once providers have worked on it. */
    public ThinkingAgentBuilder sections(PromptSections wanted) {
        sections = wanted;
        return this;
    }

    /**
     * A tool of the host's own.
     *
     * @throws IllegalArgumentException for a name that is the gateway's (D-122), or one that another tool has
     */
    public ThinkingAgentBuilder tool(HostTool tool) {
        String name = tool.definition().name();
        SessionArguments.requireFree(Set.of(name));
        if (tools.putIfAbsent(name, tool) != null) {
            throw new IllegalArgumentException("the agent has a tool '" + name + "' already");
        }
        return this;
    }

    /**
     * The person at its session, whom it may ask by a tool {@value AskUser#NAME}.
     *
     * @throws IllegalArgumentException if another tool has that name
     */
    public ThinkingAgentBuilder user(UserAccess user) {
        return tool(new AskUser(user));
    }

    /** How much it does before it stops by itself. */
    public ThinkingAgentBuilder limits(AgentLimits wanted) {
        limits = wanted;
        return this;
    }

    /**
     * Who is told what the agent does: in order, on the agent's thread, which waits for it, or of what the user says on
     * the thread that published it. What it throws is logged.
     */
    public ThinkingAgentBuilder listener(Consumer<AgentNews> wanted) {
        listener = wanted;
        return this;
    }

    /**
     * One more who hears of everything that happens in turns, while it happens: in order, on the agent's thread, which
     * waits for it. What it throws is logged. Only an agent with such a listener asks its model for answers in pieces.
     */
    @MayChange
    public ThinkingAgentBuilder turnListener(Consumer<TurnEvent> wanted) {
        turnListeners.add(wanted);
        return this;
    }

    /** The agent; it begins with {@link ThinkingAgent#drive}. */
    public ThinkingAgent build() {
        return new ThinkingAgent(this);
    }
}
