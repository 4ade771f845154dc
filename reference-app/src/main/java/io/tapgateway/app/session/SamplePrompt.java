package io.tapgateway.app.session;

import io.tapgateway.runtime.PromptSections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The prompt of an agent that is only played, for providers to work on. Immutable. */
public final class SamplePrompt {
    /** What whoever asks for a prompt without sections gets. */
    public static final PromptSections SECTIONS = PromptSections.of(texts());

    private SamplePrompt() {}

    private static Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("identity", "You are an agent that works on a software project.");
        texts.put("tone", "Be brief.");
        texts.put("code_change_rules", "Keep changes small.");
        texts.put("custom_instructions", "");
        texts.put("safety", "Ask before you do what cannot be undone.");
        return texts;
    }
}
