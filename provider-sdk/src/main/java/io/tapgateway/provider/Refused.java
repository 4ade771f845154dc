package io.tapgateway.provider;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.ToolName;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The gateway has refused a request. Stages of {@link BoundProvider} fail with it. Immutable. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** How a gateway names a tool in a refusal. */
    private static final Pattern TOOL = Pattern.compile("tool '([A-Za-z0-9_-]{1,64})'|/tools/([0-9]{1,3})/");

    private final ErrorCode code;

    /** The gateway's answer as an exception. */
    public Refused(ErrorMessage answer) {
        super(answer.code() + ": " + answer.message());
        this.code = answer.code();
    }

    /** The error code of the refusal. */
    public ErrorCode code() {
        return code;
    }

    /** The refusal that a stage has failed with; empty if it has failed otherwise. */
    public static Optional<Refused> in(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof Refused refusal ? Optional.of(refusal) : Optional.empty();
    }

    /** Which of the tools that were offered it is about; empty if it is about none of them alone. */
    public Optional<ToolName> culprit(List<Tool> offered) {
        Matcher named = TOOL.matcher(String.valueOf(getMessage()));
        if (!named.find()) {
            return Optional.empty();
        }
        if (named.group(1) != null) {
            return Optional.of(new ToolName(named.group(1)));
        }
        int at = Integer.parseInt(named.group(2));
        return at < offered.size() ? Optional.of(offered.get(at).name()) : Optional.empty();
    }
}
