package io.tapgateway.provider;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.Transform;
import io.tapgateway.provider.hook.GateHandler;
import io.tapgateway.provider.hook.HookSet;
import io.tapgateway.provider.hook.TransformHandler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a provider contributes at one time, with its handlers. An update makes another offer. Immutable.
 *
 * @param tools by name
 * @param subscriptions names of session events
 * @param fixed what cannot be updated
 */
public record Offer(Map<ToolName, Tool> tools, Live hooks, Hello.Texts texts, List<String> subscriptions, Fixed fixed) {

    /**
     * Hooks in force.
     *
     * @param rules all rules
     * @param transforms by section
     */
    public record Live(
            List<HookRule> rules,
            Map<String, Transform> transforms,
            Map<GateId, GateHandler.Async> gates,
            Map<String, TransformHandler.Async> callbacks) {
        static final Live NONE = new Live(List.of(), Map.of(), Map.of(), Map.of());
    }

    /**
     * What is declared once.
     *
     * @param uses what can be done with what it offers beside tools, by name
     */
    public record Fixed(Optional<Concurrency> concurrency, Optional<JsonValue> metadata, Map<ToolName, Tool> uses) {
        public Fixed {
            uses = Map.copyOf(uses);
        }
    }

    public Offer {
        tools = Collections.unmodifiableMap(new LinkedHashMap<>(tools));
        subscriptions = List.copyOf(subscriptions);
    }

    /**
     * The declaration for {@code hello}. What is empty is left out, which a gateway that remembers this provider takes
     * as empty (D-083). Results may always be content (D-237): what only looks like it is sent as a value inside of
     * content.
     */
    public Hello.Contribution contribution() {
        Map<String, Optional<Transform>> sections = new LinkedHashMap<>();
        hooks.transforms().forEach((section, transform) -> sections.put(section, Optional.of(transform)));
        Hooks declared = new Hooks(hooks.rules().isEmpty() ? Optional.empty() : Optional.of(hooks.rules()), sections);
        return new Hello.Contribution(
                Optional.of(tools.values().stream().map(Tool::definition).toList()),
                declared.isEmpty() ? Optional.empty() : Optional.of(declared),
                subscriptions.isEmpty() ? Optional.empty() : Optional.of(subscriptions),
                fixed.concurrency(),
                texts,
                fixed.metadata(),
                true);
    }

    /** What is called under a name: a tool, or the use of what is offered beside. */
    public @Nullable Tool callable(ToolName name) {
        Tool tool = tools.get(name);
        return tool != null ? tool : fixed.uses().get(name);
    }

    /** Whether it has what only some providers may have: rules, transforms or context. */
    public boolean hasRules() {
        return !hooks.rules().isEmpty() || !hooks.transforms().isEmpty() || !texts.equals(Hello.Texts.NONE);
    }

    /** This offer after some tools have gone and others have come. */
    public Offer withTools(Collection<Tool> added, Collection<ToolName> removed) {
        Map<ToolName, Tool> next = new LinkedHashMap<>(tools);
        removed.forEach(next::remove);
        added.forEach(tool -> next.put(tool.name(), tool));
        return new Offer(checked(next), hooks, texts, subscriptions, fixed);
    }

    /** This offer with these tools only. */
    public Offer withToolsOnly(Collection<Tool> all) {
        return new Offer(Map.of(), hooks, texts, subscriptions, fixed).withTools(all, List.of());
    }

    /** This offer with other rules, if {@code change} has any, and its transforms merged in. */
    public Offer withHooks(HookSet change) {
        Hooks declared = change.hooks();
        Map<String, Transform> transforms = new LinkedHashMap<>(hooks.transforms());
        Map<String, TransformHandler.Async> callbacks = new LinkedHashMap<>(hooks.callbacks());
        declared.transforms().forEach((section, transform) -> {
            transforms.remove(section);
            callbacks.remove(section);
            transform.ifPresent(it -> transforms.put(section, it));
        });
        callbacks.putAll(change.callbacks());
        boolean newRules = declared.onPreToolUse().isPresent();
        Live next = new Live(
                declared.onPreToolUse().orElse(hooks.rules()),
                Collections.unmodifiableMap(transforms),
                newRules ? change.gates() : hooks.gates(),
                Map.copyOf(callbacks));
        return new Offer(tools, next, texts, subscriptions, fixed);
    }

    /** This offer with another ambient context; an empty text is none. */
    public Offer withContext(String context) {
        Hello.Texts changed =
                new Hello.Texts(context.isEmpty() ? Optional.empty() : Optional.of(context), texts.startupContext());
        return new Offer(tools, hooks, changed, subscriptions, fixed);
    }

    private static Map<ToolName, Tool> checked(Map<ToolName, Tool> tools) {
        if (tools.size() > Limit.TOOLS_PER_PROVIDER.standard()) {
            throw new IllegalArgumentException("a provider may have at most " + Limit.TOOLS_PER_PROVIDER.standard()
                    + " tools, not " + tools.size());
        }
        List<String> folded = new ArrayList<>();
        for (ToolName name : tools.keySet()) {
            if (folded.contains(name.folded())) {
                throw new IllegalArgumentException(
                        "two tools are called '" + name + "' but for upper and lower case; rename one of them");
            }
            folded.add(name.folded());
        }
        return tools;
    }
}
