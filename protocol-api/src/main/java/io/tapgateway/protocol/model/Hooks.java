package io.tapgateway.protocol.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The hooks of {@code hello} and {@code hooks.update}. Immutable.
 *
 * @param onPreToolUse the whole new list of rules; empty leaves the old one (D-105)
 * @param transforms by section; an empty value removes that section's transform (A/hooks.update)
 */
public record Hooks(Optional<List<HookRule>> onPreToolUse, Map<String, Optional<Transform>> transforms) {
    /** No hooks. */
    public static final Hooks NONE = new Hooks(Optional.empty(), Map.of());

    public Hooks {
        onPreToolUse = onPreToolUse.map(List::copyOf);
        transforms = Collections.unmodifiableMap(new LinkedHashMap<>(transforms));
    }

    /** What these hooks are after an update: rules are replaced as a whole, transforms section by section (D-105). */
    public Hooks after(Hooks update) {
        Map<String, Optional<Transform>> merged = new LinkedHashMap<>(transforms);
        merged.putAll(update.transforms);
        merged.values().removeIf(Optional::isEmpty);
        return new Hooks(update.onPreToolUse.or(() -> onPreToolUse), merged);
    }

    /** The same with earlier rules, unless there are own ones: only an empty list removes rules (D-083, I-17). */
    public Hooks orRulesOf(Hooks earlier) {
        return new Hooks(onPreToolUse.or(earlier::onPreToolUse), transforms);
    }

    /** Whether nothing at all is declared. */
    public boolean isEmpty() {
        return onPreToolUse.isEmpty() && transforms.isEmpty();
    }
}
