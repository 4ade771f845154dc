package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolContent;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.text.Envelope;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How a tool call ended; every call ends exactly once. Immutable. */
public sealed interface ToolOutcome {
    /** Whether the call succeeded. */
    boolean ok();

    /** What rules gave the agent along with the call, in their order; none if it was denied (D-160). */
    List<CallContext> contexts();

    /** This outcome of a call that rules had something to say to. */
    ToolOutcome with(List<CallContext> contexts);

    /** Why there is no result; empty if there is one, be it content in which the tool reports that it has failed. */
    default Optional<Failure> failure() {
        return Optional.empty();
    }

    /** Whether the call failed for that reason. */
    default boolean failedWith(ToolErrorCode code) {
        return failure().filter(failure -> failure.code() == code).isPresent();
    }

    /**
     * How the call ended, as one of a few words for meters and logs: {@code ok}, {@code tool_error} if the tool has run
     * and reports that it has failed, or the code of a failure in lower case.
     */
    default String label() {
        return failure()
                .map(failure -> failure.code().name().toLowerCase(Locale.ROOT))
                .orElse(ok() ? "ok" : "tool_error");
    }

    /** Calls the visitor's method for this outcome. */
    <R> R accept(Visitor<R> visitor);

    /** One method per outcome. */
    interface Visitor<R> {
        R onSuccess(Success success);

        R onFile(File file);

        R onContent(Content content);

        R onFailure(Failure failure);
    }

    /**
     * The provider's result.
     *
     * @param data as the provider sent it; to a model, show it in an {@link Envelope#result} of this provenance (D-155)
     * @param provenance who said so
     */
    record Success(JsonValue data, Provenance provenance, List<CallContext> contexts) implements ToolOutcome {
        public Success {
            contexts = List.copyOf(contexts);
        }

        /** A result that no rule had anything to say to. */
        public Success(JsonValue data, Provenance provenance) {
            this(data, provenance, List.of());
        }

        @Override
        public boolean ok() {
            return true;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onSuccess(this);
        }

        @Override
        public Success with(List<CallContext> said) {
            return new Success(data, provenance, said);
        }
    }

    /**
     * The file that the provider answered with (D-152).
     *
     * @param content as the gateway found it, only for providers that {@link FileResults} let answer so
     * @param provenance who said so
     */
    record File(FileContent content, Provenance provenance, List<CallContext> contexts) implements ToolOutcome {
        public File {
            contexts = List.copyOf(contexts);
        }

        /** A file that no rule had anything to say to. */
        public File(FileContent content, Provenance provenance) {
            this(content, provenance, List.of());
        }

        @Override
        public boolean ok() {
            return true;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onFile(this);
        }

        @Override
        public File with(List<CallContext> said) {
            return new File(content, provenance, said);
        }
    }

    /**
     * The provider's result as blocks for models and people (D-237).
     *
     * @param content as the provider sent it; without its structured value, and as an error, if that value does not fit
     *     what the tool says that it returns
     * @param provenance who said so
     */
    record Content(ToolContent content, Provenance provenance, List<CallContext> contexts) implements ToolOutcome {
        public Content {
            contexts = List.copyOf(contexts);
        }

        /** Content that no rule had anything to say to. */
        public Content(ToolContent content, Provenance provenance) {
            this(content, provenance, List.of());
        }

        /** False if the tool reports that it has failed. */
        @Override
        public boolean ok() {
            return !content.isError();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onContent(this);
        }

        @Override
        public Content with(List<CallContext> said) {
            return new Content(content, provenance, said);
        }
    }

    /**
     * Why there is no result.
     *
     * @param error for the agent; perhaps in a provider's words, so that a model is shown {@link Envelope#inside} of it
     * @param retryable the provider's hint that another try may succeed (D-150)
     * @param detail an error code of the provider that the protocol does not know (D-146)
     */
    record Failure(
            ToolErrorCode code, String error, boolean retryable, Optional<String> detail, List<CallContext> contexts)
            implements ToolOutcome {
        public Failure {
            contexts = List.copyOf(contexts);
        }

        /** A failure that no rule had anything to say to. */
        public Failure(ToolErrorCode code, String error, boolean retryable, Optional<String> detail) {
            this(code, error, retryable, detail, List.of());
        }

        @Override
        public boolean ok() {
            return false;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onFailure(this);
        }

        @Override
        public Failure with(List<CallContext> said) {
            return new Failure(code, error, retryable, detail, said);
        }

        @Override
        public Optional<Failure> failure() {
            return Optional.of(this);
        }
    }

    /** The provider that answered, or whose rule it was. */
    record Provenance(ProviderName provider, TrustLevel trust) {
        /** The same as an {@link Envelope} says it. */
        public Envelope.Source source() {
            return new Envelope.Source(provider, trust);
        }
    }

    /** A failure that the gateway itself found. */
    static Failure failure(ToolErrorCode code, String error) {
        return new Failure(code, error, false, Optional.empty());
    }
}
