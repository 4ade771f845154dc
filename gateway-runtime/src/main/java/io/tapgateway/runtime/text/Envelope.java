package io.tapgateway.runtime.text;

import io.tapgateway.protocol.model.InstanceName;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SectionName;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TrustLevel;
import java.util.Optional;

/**
 * What a provider's text is wrapped in before a model reads it, so that the model can tell whose it is and where it
 * ends (D-180, D-182, D-188, D-195, T-16). Immutable.
 *
 * <pre>
 * &lt;provider-text kind="event" provider="ci" trust="project" stream="builds"&gt;
 * Build 17 failed: 3 &amp;lt; 5
 * &lt;/provider-text&gt;
 * </pre>
 *
 * <p>In the text an ampersand and a less-than sign are written as in XML; nothing else is changed but for what {@link
 * ModelText} takes out. So inside of an envelope there is no less-than sign at all, and whatever the text contains, it
 * neither ends its envelope nor begins another.
 */
public record Envelope(Kind kind, Source source, Optional<String> place) {
    private static final String TAG = "provider-text";

    /** Who says it. */
    public record Source(ProviderName provider, Optional<InstanceName> instance, TrustLevel trust) {
        /** A provider without instances. */
        public Source(ProviderName provider, TrustLevel trust) {
            this(provider, Optional.empty(), trust);
        }

        /** The name, with {@code /instance} if there is one; for people. */
        @Override
        public String toString() {
            return instance.map(it -> provider + "/" + it).orElse(provider.value());
        }
    }

    /** What the text is. */
    public enum Kind {
        /** Ambient context (D-188). */
        CONTEXT("context", ""),
        /** Context that is given once (D-187). */
        STARTUP_CONTEXT("startup-context", ""),
        /** An addition to a section of the prompt (D-180, D-182). */
        ADDITION("addition", "section"),
        /** Something that happened. */
        EVENT("event", "stream"),
        /** An instruction of a provider that may give one (D-193). */
        PROMPT("prompt", "stream"),
        /** The result of a tool (D-155). */
        RESULT("result", "tool");

        private final String label;
        private final String placeName;

        Kind(String label, String placeName) {
            this.label = label;
            this.placeName = placeName;
        }
    }

    public Envelope {
        boolean wanted = !kind.placeName.isEmpty();
        if (wanted != place.isPresent() || !place.map(Envelope::isPlain).orElse(true)) {
            throw new IllegalArgumentException("a text of kind '" + kind.label + "' cannot be at " + place);
        }
    }

    /** Around the ambient context of a provider. */
    public static Envelope context(Source source) {
        return new Envelope(Kind.CONTEXT, source, Optional.empty());
    }

    /** Around what a provider has to say at the beginning. */
    public static Envelope startupContext(Source source) {
        return new Envelope(Kind.STARTUP_CONTEXT, source, Optional.empty());
    }

    /** Around what a provider adds to a section. */
    public static Envelope addition(Source source, SectionName section) {
        return new Envelope(Kind.ADDITION, source, Optional.of(section.value()));
    }

    /** Around what a provider pushed. */
    public static Envelope pushed(Kind kind, Source source, StreamName stream) {
        return new Envelope(kind, source, Optional.of(stream.value()));
    }

    /** Around what a tool returned. */
    public static Envelope result(Source source, ToolName tool) {
        return new Envelope(Kind.RESULT, source, Optional.of(tool.value()));
    }

    /** The text in its envelope; cleaned, and unable to leave it. */
    public String wrap(String text) {
        StringBuilder out = new StringBuilder(text.length() + 128);
        out.append('<').append(TAG);
        attribute(out, "kind", kind.label);
        attribute(out, "provider", source.provider().value());
        source.instance().ifPresent(instance -> attribute(out, "instance", instance.value()));
        attribute(out, "trust", source.trust().label());
        place.ifPresent(at -> attribute(out, kind.placeName, at));
        out.append(">\n");
        out.append(inside(text));
        return out.append("\n</").append(TAG).append('>').toString();
    }

    /** The text as an envelope has it inside: cleaned, and unable to end one or to begin another. */
    public static String inside(String text) {
        return ModelText.clean(text).replace("&", "&amp;").replace("<", "&lt;");
    }

    /** Needs no quoting: all values are identifiers. */
    private static void attribute(StringBuilder out, String name, String value) {
        out.append(' ').append(name).append("=\"").append(value).append('"');
    }

    private static boolean isPlain(String value) {
        return value.chars().allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0));
    }
}
