package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SectionName;
import io.tapgateway.protocol.model.Transform;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.hook.RuleDesk;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What hooks may contain: first shapes and sizes, then rights (D-159, D-178 – D-182, D-185). Whether rules can be
 * evaluated shows when {@link RuleDesk} compiles them, which keeps what came of it. Confined to the loop.
 */
final class HookAdmission {
    private final Sizes sizes;
    private final RuleDesk rules;

    HookAdmission(Sizes sizes, RuleDesk rules) {
        this.sizes = sizes;
        this.rules = rules;
    }

    /**
     * The hooks with every section under its one name; throws {@link InvalidMessage} if something is misshapen or too
     * large.
     *
     * @param at where they stand in their message, as a JSON pointer
     */
    Hooks checked(Hooks hooks, TrustLevel trust, String at) {
        hooks.onPreToolUse().ifPresent(list -> rules.compile(list, at + "/onPreToolUse"));
        Map<String, Optional<Transform>> sections = new LinkedHashMap<>();
        hooks.transforms().forEach((name, transform) -> {
            String place = at + "/transforms";
            String section = canonical(name, place);
            if (sections.put(section, transform) != null) {
                throw InvalidMessage.at(place, "names the section '" + section + "' twice");
            }
            transform.ifPresent(it -> requireBytes(place + "/" + section, it, trust));
        });
        return new Hooks(hooks.onPreToolUse(), sections);
    }

    private static String canonical(String section, String place) {
        try {
            return SectionName.of(section).value();
        } catch (InvalidMessage fault) {
            throw fault.under(place);
        }
    }

    /** Throws {@link InvalidMessage} if one provider would transform too many sections. */
    void requireSections(Hooks result, String at) {
        sizes.requireCount(at + "/transforms", result.transforms().size(), Limit.TRANSFORMED_SECTIONS_PER_PROVIDER);
    }

    private void requireBytes(String pointer, Transform transform, TrustLevel trust) {
        Limit most = trust == TrustLevel.EXTERNAL ? Limit.EXTERNAL_APPEND : Limit.TRANSFORM_RESULT;
        sizes.requireBytes(pointer, transform.accept(ContentReader.INSTANCE), most);
    }

    /** Throws {@link InvalidMessage} with {@code UNAUTHORIZED} if the trust level does not cover everything. */
    static void requireRights(TrustLevel trust, Hooks hooks, String at) {
        if (hooks.onPreToolUse().isPresent()) {
            Admission.require(trust, Capability.REGISTER_HOOK_RULES, at + "/onPreToolUse");
        }
        if (!hooks.transforms().isEmpty()) {
            Admission.require(trust, Capability.APPEND_TRANSFORMS, at + "/transforms");
        }
        hooks.transforms()
                .forEach((section, transform) ->
                        transform.ifPresent(it -> requireRight(trust, section, it, at + "/transforms/" + section)));
    }

    private static void requireRight(TrustLevel trust, String section, Transform transform, String pointer) {
        Capability needed = transform.accept(RightsReader.INSTANCE);
        if (SectionName.PROTECTED.contains(SectionName.of(section))) {
            if (needed != Capability.APPEND_TRANSFORMS) {
                throw Admission.unauthorized(pointer, "is protected: it can only be appended to");
            }
            // What it takes to add to a protected section is what it takes to do more than append elsewhere (D-182).
            needed = Capability.CALLBACK_TRANSFORMS;
        }
        Admission.require(trust, needed, pointer);
    }

    /** The text of a transform that has one. */
    private enum ContentReader implements Transform.Visitor<String> {
        INSTANCE;

        @Override
        public String onAppend(Transform.Append append) {
            return append.content();
        }

        @Override
        public String onPrepend(Transform.Prepend prepend) {
            return prepend.content();
        }

        @Override
        public String onReplace(Transform.Replace replace) {
            return replace.content();
        }

        @Override
        public String onCallback(Transform.Callback callback) {
            return "";
        }
    }

    /** What it takes to transform a section in that way (D-180, D-181). */
    private enum RightsReader implements Transform.Visitor<Capability> {
        INSTANCE;

        @Override
        public Capability onAppend(Transform.Append append) {
            return Capability.APPEND_TRANSFORMS;
        }

        @Override
        public Capability onPrepend(Transform.Prepend prepend) {
            return Capability.CALLBACK_TRANSFORMS;
        }

        @Override
        public Capability onReplace(Transform.Replace replace) {
            return Capability.REPLACE_TRANSFORMS;
        }

        @Override
        public Capability onCallback(Transform.Callback callback) {
            return Capability.CALLBACK_TRANSFORMS;
        }
    }
}
