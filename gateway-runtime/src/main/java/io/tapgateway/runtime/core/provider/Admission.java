package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolProfile;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.core.hook.RuleDesk;
import io.tapgateway.runtime.text.ModelText;
import java.util.List;
import java.util.Optional;

/**
 * What a contribution may contain, regardless of where it is to be registered: first sizes, whose refusal leaves a
 * binding in place (D-091), then rights (A/capabilities). Confined to the loop.
 */
final class Admission {
    private static final String HOOKS = "/hooks";

    private final Sizes sizes;
    private final HookAdmission hooks;

    Admission(Limits limits, RuleDesk rules) {
        this.sizes = new Sizes(limits);
        this.hooks = new HookAdmission(sizes, rules);
    }

    /** What may be in {@code hooks}. */
    HookAdmission hooks() {
        return hooks;
    }

    /** The {@code hello} as it is kept; throws {@link InvalidMessage} if something is misshapen or too large. */
    Hello checked(Hello hello, TrustLevel trust) {
        Hello.Contribution asked = hello.contribution();
        requireSizes(asked);
        if (asked.hooks().isEmpty()) {
            return hello;
        }
        Hooks kept = Hooks.NONE.after(hooks.checked(asked.hooks().get(), trust, HOOKS));
        hooks.requireSections(kept, HOOKS);
        return hello.with(asked.withHooks(kept));
    }

    private void requireSizes(Hello.Contribution contribution) {
        contribution.tools().ifPresent(this::requireSizes);
        requireText("/context", contribution.texts().context());
        requireText("/startup_context", contribution.texts().startupContext());
        contribution
                .metadata()
                .ifPresent(it -> sizes.requireValue("/metadata", it, Limit.METADATA, Limit.METADATA_DEPTH));
    }

    /**
     * Throws {@link InvalidMessage} if a list of tools is too long, or one of its definitions too large or of bad
     * shape.
     */
    void requireSizes(List<ToolDefinition> tools) {
        requireCount(tools);
        for (int i = 0; i < tools.size(); i++) {
            ToolDefinition tool = tools.get(i);
            String at = "/tools/" + i;
            sizes.requireBytes(at + "/description", tool.description(), Limit.TOOL_DESCRIPTION);
            if (ModelText.isBlank(tool.description())) {
                throw InvalidMessage.at(at + "/description", "has nothing in it that anybody sees");
            }
            requireSchema(at + "/parameters", tool.parameters(), Limit.TOOL_PARAMETERS);
            ToolProfile profile = tool.profile();
            profile.title().ifPresent(title -> sizes.requireBytes(at + "/title", title, Limit.TOOL_TITLE));
            profile.outputSchema()
                    .ifPresent(schema -> requireSchema(at + "/outputSchema", schema, Limit.TOOL_OUTPUT_SCHEMA));
        }
    }

    /** Throws {@link InvalidMessage} if one provider would have too many tools. */
    void requireCount(List<ToolDefinition> tools) {
        sizes.requireCount("/tools", tools.size(), Limit.TOOLS_PER_PROVIDER);
    }

    /** Throws {@link InvalidMessage} if ambient context is too long. */
    void requireText(String pointer, Optional<String> text) {
        text.ifPresent(it -> sizes.requireBytes(pointer, it, Limit.CONTEXT));
    }

    /** Throws {@link InvalidMessage} with {@code UNAUTHORIZED} if the trust level does not cover everything. */
    static void requireRights(TrustLevel trust, Hello.Contribution contribution) {
        if (contribution.tools().isPresent()) {
            require(trust, Capability.REGISTER_TOOLS, "/tools");
        }
        Hello.Texts texts = contribution.texts();
        if (!texts.isEmpty()) {
            require(trust, Capability.SET_CONTEXT, texts.context().isPresent() ? "/context" : "/startup_context");
        }
        contribution
                .subscribe()
                .ifPresent(events -> events.forEach(
                        event -> neededFor(event).ifPresent(needed -> require(trust, needed, "/subscribe"))));
        Hooks hooks = contribution.hooks().orElse(Hooks.NONE);
        HookAdmission.requireRights(trust, hooks, HOOKS);
    }

    /**
     * What it takes to subscribe to an event (A/capabilities, D-208, D-209); nothing for names the protocol does not
     * know.
     */
    private static Optional<Capability> neededFor(String event) {
        return switch (event) {
            case SessionHostEvent.TOOL_EXECUTION_COMPLETE -> Optional.of(Capability.SUBSCRIBE_OWN_TOOL_EVENTS);
            case "user.message", "assistant.message", "assistant.intent" ->
                Optional.of(Capability.SUBSCRIBE_ALL_EVENTS);
            default -> Optional.empty();
        };
    }

    /** Throws {@link InvalidMessage} with {@code UNAUTHORIZED} if the trust level does not include that capability. */
    static void require(TrustLevel trust, Capability capability, String pointer) {
        if (!trust.may(capability)) {
            throw unauthorized(pointer, "not allowed for " + trust.label() + " providers of this kind");
        }
    }

    static InvalidMessage unauthorized(String pointer, String reason) {
        return new InvalidMessage(ErrorCode.UNAUTHORIZED, pointer, reason);
    }

    private void requireSchema(String pointer, JsonValue schema, Limit limit) {
        sizes.requireValue(pointer, schema, limit, Limit.TOOL_PARAMETERS_DEPTH);
        SchemaText.firstHidden(schema).ifPresent(at -> {
            throw InvalidMessage.at(pointer + at, "contains characters that nobody sees");
        });
    }
}
