package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.MayChange;

/** What a {@link SessionInterceptor} says to a question. Immutable. */
@MayChange
public sealed interface InterceptorVerdict {
    /** Calls the visitor's method for this verdict. */
    <R> R accept(Visitor<R> visitor);

    /** One method per verdict. */
    interface Visitor<R> {
        R onAllow(Allow allow);

        R onBlock(Block block);

        R onRewrite(Rewrite rewrite);
    }

    /** It has nothing against it, and nothing to change. */
    static InterceptorVerdict allow() {
        return Allow.NOTHING;
    }

    /**
     * It must not be.
     *
     * @param reason one sentence or more, for the agent or the person, of which 4 KiB are kept; say nothing of whose
     *     no it is, which is put in front
     */
    static InterceptorVerdict block(String reason) {
        return new Block(reason);
    }

    /**
     * The tool may be used with these arguments in place of the others; whoever is asked next is asked about them.
     *
     * @param args an object, complete
     * @throws IllegalArgumentException if it is none
     */
    static InterceptorVerdict rewrite(JsonValue args) {
        SessionArguments.requireObject(args);
        return new Rewrite(args);
    }

    /**
     * This text is shown in place of the other; whoever is asked next is asked about it.
     *
     * @throws IllegalArgumentException if it is empty: {@link #block} withholds a text
     */
    static InterceptorVerdict replace(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("an empty text is shown by nobody; block it");
        }
        return new Rewrite(JsonValue.of(text));
    }

    /** See {@link #allow}. */
    record Allow() implements InterceptorVerdict {
        private static final Allow NOTHING = new Allow();

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAllow(this);
        }
    }

    /** See {@link #block}. */
    record Block(String reason) implements InterceptorVerdict {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onBlock(this);
        }
    }

    /**
     * See {@link #rewrite} and {@link #replace}.
     *
     * @param value an object in place of arguments, a string in place of a text
     */
    record Rewrite(JsonValue value) implements InterceptorVerdict {
        /** Whether it can stand in the place of that. */
        public boolean fits(JsonValue former) {
            JsonKind kind = value.kind();
            return kind == former.kind() && (kind == JsonKind.OBJECT || kind == JsonKind.STRING);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onRewrite(this);
        }
    }
}
