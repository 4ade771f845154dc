package io.tapgateway.runtime;

import io.tapgateway.runtime.text.Envelope;
import io.tapgateway.runtime.text.ModelText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What became of a prompt: its sections after the transforms of providers, and what they have to say besides (D-183,
 * D-187, D-188). Immutable.
 *
 * @param sections by the host's own names, in the host's order
 * @param changes whose work the text of a section is besides the host's, in the order in which it took effect; a
 *     section that nobody has changed is not there
 * @param context for this prompt, in the order of binding
 * @param startupContext what newcomers have to say once; no later prompt has it again
 * @param notices what was left out, and why; also on the timeline when it is news
 */
public record PromptAssembly(
        Map<String, String> sections,
        Map<String, List<Change>> changes,
        List<Context> context,
        List<Context> startupContext,
        List<Notice> notices) {
    public PromptAssembly {
        sections = Collections.unmodifiableMap(new LinkedHashMap<>(sections));
        Map<String, List<Change>> copies = new LinkedHashMap<>();
        changes.forEach((section, all) -> copies.put(section, List.copyOf(all)));
        changes = Collections.unmodifiableMap(copies);
        context = List.copyOf(context);
        startupContext = List.copyOf(startupContext);
        notices = List.copyOf(notices);
    }

    /** A prompt to which nobody has anything to say. */
    public static PromptAssembly unchanged(PromptSections sections) {
        return new PromptAssembly(sections.texts(), Map.of(), List.of(), List.of(), List.of());
    }

    /** What a provider has done to a section. */
    public record Change(Way way, Envelope.Source source) {
        /** How, in the order in which it takes effect (D-183). */
        public enum Way {
            /** Its text stands in the place of the host's. */
            REPLACED,
            /** Its callback has given the text anew. */
            REWRITTEN,
            /** Its text stands ahead of the section. */
            PREPENDED,
            /** Its text has been added: behind the section, or ahead of a protected one (D-182). */
            APPENDED
        }
    }

    /**
     * Text of one provider for the model.
     *
     * @param envelope says whose it is
     * @param text whole, without control and invisible characters (T-17)
     */
    public record Context(Envelope envelope, String text) {
        public Context {
            text = ModelText.clean(text);
        }

        /** What to show to the model: the text under a line that says whose it is, which it cannot leave (D-188). */
        public String framed() {
            return envelope.wrap(text);
        }
    }

    /**
     * Something of a provider's that had no or not the intended effect.
     *
     * @param provider whose, with {@code /instance} if there is one
     * @param section empty if it is about none
     * @param text one sentence for people
     */
    public record Notice(Kind kind, String provider, Optional<String> section, String text) {
        /** What happened. */
        public enum Kind {
            /** Another provider's text took the place of the section (D-183). */
            REPLACE_SHADOWED,
            /** The prompt has no such section (D-185). */
            SECTION_UNKNOWN,
            /** The host protects the section against this (D-182). */
            SECTION_PROTECTED,
            /** The host's policy does not want this text of an external provider (D-180). */
            APPEND_VETOED,
            /** A callback gave no usable answer in time (D-184). */
            CALLBACK_FAILED,
            /** A callback was not asked: it failed too often, or there was no time left (D-184). */
            CALLBACK_SKIPPED,
            /** There was no room for ambient context (D-188). */
            CONTEXT_DROPPED,
            /** There was no room for startup context yet; the next prompt has it. */
            STARTUP_CONTEXT_DELAYED
        }
    }
}
