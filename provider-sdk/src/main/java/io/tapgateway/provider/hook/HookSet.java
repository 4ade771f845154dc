package io.tapgateway.provider.hook;

import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.SectionName;
import io.tapgateway.protocol.model.Transform;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Pre-tool-use rules and prompt transforms, with the handlers that decide and rewrite. Immutable.
 *
 * <p>In an update, rules replace all earlier rules if there is at least one or {@link Builder#noRules} was called;
 * transforms are merged by section (D-105). Names of sections are brought into the one form that the gateway uses, too
 * (D-182).
 */
public final class HookSet {
    /** Nothing. */
    public static final HookSet NONE = builder().build();

    private final Hooks hooks;
    private final Map<GateId, GateHandler.Async> gates;
    private final Map<String, TransformHandler.Async> callbacks;

    private HookSet(Builder builder) {
        this.hooks = new Hooks(builder.rules.map(List::copyOf), builder.transforms);
        this.gates = Map.copyOf(builder.gates);
        this.callbacks = Map.copyOf(builder.callbacks);
    }

    /** Begins an empty set. */
    public static Builder builder() {
        return new Builder();
    }

    /** The declaration for the gateway. */
    public Hooks hooks() {
        return hooks;
    }

    /** The handlers of the gates. */
    public Map<GateId, GateHandler.Async> gates() {
        return gates;
    }

    /** The handlers of the transforms, by section. */
    public Map<String, TransformHandler.Async> callbacks() {
        return callbacks;
    }

    /** A tool says itself whether it needs a yes; where it fails to, it does. */
    private record AskedOfTool(ToolApproval approval) implements GateHandler.Async {
        @Override
        public CompletionStage<GateDecision> decide(GateCheck check) throws Exception {
            return CompletableFuture.completedFuture(approval.needed(check::args));
        }

        @Override
        public GateDecision whenFailed() {
            return GateDecision.ask("It cannot be said what the tool would do.");
        }
    }

    /** Collects rules and transforms, in the order of the calls. Not thread-safe. */
    public static final class Builder {
        private Optional<List<HookRule>> rules = Optional.empty();
        private final Map<String, Optional<Transform>> transforms = new LinkedHashMap<>();
        private final Map<GateId, GateHandler.Async> gates = new LinkedHashMap<>();
        private final Map<String, TransformHandler.Async> callbacks = new LinkedHashMap<>();

        private Builder() {}

        /** In an update: removes all earlier rules. */
        public Builder noRules() {
            rules = Optional.of(new ArrayList<>());
            gates.clear();
            return this;
        }

        /** Blocks calls. */
        public Builder deny(Match match, String reason) {
            return rule(new HookRule.Deny(match, Optional.of(reason)));
        }

        /** Lets calls pass and tells the agent something along with them. */
        public Builder remark(Match match, String content) {
            return rule(new HookRule.Context(match, content));
        }

        /**
         * Has a person asked about calls; without one they are denied (U-121).
         *
         * @param reason what the person is told, beside the tool and its arguments
         */
        public Builder ask(Match match, String reason) {
            return rule(new HookRule.Ask(match, Optional.of(reason)));
        }

        /** Asks {@code handler} about calls; silence and failure deny them. */
        public Builder gate(Match match, GateHandler handler) {
            return gateAsync(match, check -> CompletableFuture.completedFuture(handler.decide(check)));
        }

        /** Asks {@code handler} about calls; silence and failure deny them. */
        public Builder gateAsync(Match match, GateHandler.Async handler) {
            GateId gate = new GateId("gate-" + (gates.size() + 1));
            gates.put(gate, handler);
            return rule(new HookRule.Gate(match, gate, false));
        }

        /** Has a tool of the same provider say itself whether it needs a yes (U-121). */
        @MayChange
        public Builder approval(Match ownTool, ToolApproval approval) {
            return gateAsync(ownTool, new AskedOfTool(approval));
        }

        /** Adds text after a section of the prompt. */
        public Builder append(String section, String content) {
            return transform(section, new Transform.Append(content));
        }

        /** Adds text before a section of the prompt. */
        public Builder prepend(String section, String content) {
            return transform(section, new Transform.Prepend(content));
        }

        /** Puts text in the place of a section of the prompt. */
        public Builder replace(String section, String content) {
            return transform(section, new Transform.Replace(content));
        }

        /** Has {@code handler} rewrite a section of each prompt. */
        public Builder transform(String section, TransformHandler handler) {
            return transformAsync(
                    section, request -> CompletableFuture.completedFuture(handler.transform(request.current())));
        }

        /** Has {@code handler} rewrite a section of each prompt. */
        public Builder transformAsync(String section, TransformHandler.Async handler) {
            transform(section, new Transform.Callback());
            callbacks.put(SectionName.of(section).value(), handler);
            return this;
        }

        /** In an update: removes the transform of that section. */
        public Builder withoutTransform(String section) {
            String name = SectionName.of(section).value();
            transforms.put(name, Optional.empty());
            callbacks.remove(name);
            return this;
        }

        /**
         * The set.
         *
         * @throws IllegalArgumentException if there are more rules or sections than a provider may have
         */
        public HookSet build() {
            atMost(Limit.HOOK_RULES_PER_PROVIDER, rules.map(List::size).orElse(0), "hook rules");
            atMost(Limit.TRANSFORMED_SECTIONS_PER_PROVIDER, transforms.size(), "transformed sections");
            return new HookSet(this);
        }

        private Builder rule(HookRule rule) {
            List<HookRule> list = rules.orElseGet(ArrayList::new);
            list.add(rule);
            rules = Optional.of(list);
            return this;
        }

        private Builder transform(String section, Transform transform) {
            String name = SectionName.of(section).value();
            transforms.put(name, Optional.of(transform));
            callbacks.remove(name);
            return this;
        }
    }

    private static void atMost(Limit limit, int count, String what) {
        if (count > limit.standard()) {
            throw new IllegalArgumentException(
                    "a provider may have at most " + limit.standard() + " " + what + ", not " + count);
        }
    }
}
