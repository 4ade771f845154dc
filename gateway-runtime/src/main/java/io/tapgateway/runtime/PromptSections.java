package io.tapgateway.runtime;

import io.tapgateway.protocol.model.SectionName;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The sections of a prompt as their host wrote them, in order. Providers can change those whose names they can write;
 * of the protected ones, {@code safety} and {@code identity} at least, the host's own text stays as it is, in one piece
 * and last (D-182). Immutable.
 *
 * @param texts by name; names that differ only in a way that {@link SectionName#fold} levels are the same name
 * @param protectedNames the protected ones, in folded form
 */
public record PromptSections(Map<String, String> texts, Set<String> protectedNames) {
    public PromptSections {
        Set<String> names = new HashSet<>();
        texts.keySet().forEach(name -> {
            if (!names.add(SectionName.fold(name))) {
                throw new IllegalArgumentException(
                        "the section '" + name + "' is there under another spelling already");
            }
        });
        texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
        Set<String> all = new LinkedHashSet<>();
        SectionName.PROTECTED.forEach(name -> all.add(name.value()));
        protectedNames.forEach(name -> all.add(SectionName.fold(name)));
        protectedNames = Collections.unmodifiableSet(all);
    }

    /** These sections, in the order of the map. */
    public static PromptSections of(Map<String, String> texts) {
        return new PromptSections(texts, Set.of());
    }

    /** The same with more sections protected. */
    public PromptSections withProtected(Collection<String> names) {
        Set<String> all = new LinkedHashSet<>(protectedNames);
        all.addAll(names);
        return new PromptSections(texts, all);
    }

    /** Whether the section of that name, however it is spelled, is protected. */
    public boolean isProtected(String name) {
        return protectedNames.contains(SectionName.fold(name));
    }
}
