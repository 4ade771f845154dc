package io.tapgateway.agentserver.coworker;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Whose models clients of this protocol know, in the order of catalogs (W-050, W-053, W-055). */
public enum ModelVendor {
    GOOGLE("Google", "gemini-3-flash-preview", true, false),
    OPENAI("OpenAI", "gpt-5.2", true, false),
    ANTHROPIC("Anthropic", "claude-opus-4-6", true, false),
    CODEX_CLI("Codex CLI", "gpt-5.2-codex", false, true),
    CLAUDE_CODE("Claude Code", "sonnet", false, false);

    /** How all of them are called on the wire. */
    static final Set<String> WORDS =
            Arrays.stream(values()).map(ModelVendor::word).collect(Collectors.toCollection(LinkedHashSet::new));

    /** A saved key. */
    public static final String API_KEY = "api_key";

    private final String title;
    private final String defaultModel;
    private final boolean served;
    private final boolean codex;

    ModelVendor(String title, String defaultModel, boolean served, boolean codex) {
        this.title = title;
        this.defaultModel = defaultModel;
        this.served = served;
        this.codex = codex;
    }

    /**
     * A way to be known to a provider.
     *
     * @param mode how signing in goes on; empty for keys
     */
    record Method(String id, String type, String label, Optional<String> mode) {}

    /** The provider of that name. */
    public static Optional<ModelVendor> of(String word) {
        return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
    }

    /** How it is called on the wire. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String title() {
        return title;
    }

    /** The model that is taken where nobody names one. */
    public String defaultModel() {
        return defaultModel;
    }

    /** Whether it has an endpoint of its own that is known here (W-051). */
    public boolean isServed() {
        return served;
    }

    /** What its models call their reasoning (W-039). */
    String reasoningKind() {
        return this == OPENAI || this == CODEX_CLI ? "summary" : "reasoning";
    }

    List<Method> methods() {
        Method key = new Method(API_KEY, "api", "API key", Optional.empty());
        if (served) {
            return List.of(key);
        }
        Method cli = new Method("oauth_cli", "oauth", "Sign in with " + title, Optional.of("auto"));
        Method device = new Method("oauth_device", "oauth", "Sign in with a device code", Optional.of("auto"));
        return codex ? List.of(cli, device, key) : List.of(cli, key);
    }

    boolean hasMethod(String id) {
        return methods().stream().anyMatch(it -> it.id().equals(id));
    }

    /** The program that signs a person in. */
    String signInCommand() {
        return codex ? "codex login" : "claude login";
    }
}
