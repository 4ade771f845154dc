package io.tapgateway.protocol.model;

/** What a provider does to one section of the prompt (A/transforms). Immutable. */
public sealed interface Transform {
    /** Calls the method for this transform's kind. */
    <R> R accept(Visitor<R> visitor);

    /** Adds text after the section. */
    record Append(String content) implements Transform {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAppend(this);
        }
    }

    /** Adds text before the section. */
    record Prepend(String content) implements Transform {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onPrepend(this);
        }
    }

    /** Takes the place of the section. */
    record Replace(String content) implements Transform {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onReplace(this);
        }
    }

    /** Asks the provider at prompt time. */
    record Callback() implements Transform {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onCallback(this);
        }
    }

    /** One method per kind of transform. */
    interface Visitor<R> {
        R onAppend(Append append);

        R onPrepend(Prepend prepend);

        R onReplace(Replace replace);

        R onCallback(Callback callback);
    }
}
