package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.protocol.model.UsePreview;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether a person lets a tool be used: rules and gates want one to be asked (U-120). Immutable.
 *
 * @param id of the question, unique in the gateway
 * @param session whose agent wants to use the tool
 * @param call the call it is about, as its host knows it; empty if a host asks about a tool of its own
 * @param tool exact name
 * @param provider whose tool it is; {@code host} if it is the host's own
 * @param args the very value that is used after a yes; show all of it, or say no
 * @param askers who wants a person to be asked, and why, in the order of the rules; at least one
 * @param preview what the tool itself shows of what it would do, if it has something to show; show all of it, or say no
 */
@MayChange
public record CallQuestion(
        String id,
        SessionId session,
        Optional<CallId> call,
        String tool,
        ProviderName provider,
        JsonValue args,
        List<Asker> askers,
        Optional<UsePreview> preview) {
    /**
     * Who wants a person to be asked.
     *
     * @param reason cleaned, at most 4 KiB (D-174); it is theirs, so show whose it is
     */
    public record Asker(ProviderName provider, TrustLevel trust, String reason) {}

    public CallQuestion {
        askers = List.copyOf(askers);
    }

    /** A question about a use of which nothing more than its arguments is shown. */
    public CallQuestion(
            String id,
            SessionId session,
            Optional<CallId> call,
            String tool,
            ProviderName provider,
            JsonValue args,
            List<Asker> askers) {
        this(id, session, call, tool, provider, args, askers, Optional.empty());
    }

    /** Whether every single use has to be approved, as the tool itself says (U-106). */
    public boolean isDangerous() {
        return preview.filter(UsePreview::dangerous).isPresent();
    }

    /** Whether nobody but the provider of the tool wants a person to be asked. */
    public boolean isOfToolAlone() {
        return askers.stream()
                .allMatch(
                        it -> it.trust() == TrustLevel.INTERNAL && it.provider().equals(provider));
    }

    /** All reasons, each with whose it is. */
    public String why() {
        return askers.stream()
                .map(asker -> asker.provider().value() + ": " + asker.reason())
                .collect(Collectors.joining("\n"));
    }
}
