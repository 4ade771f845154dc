package io.tapgateway.user;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a tool may be used in exactly this way. Immutable.
 *
 * @param tool exact name
 * @param provider whose tool it is; {@code host} if it is the host's own
 * @param args the very value that is used after a yes; never shown in part (U-105)
 * @param sources who wants the person to be asked, and why; at least one, the first is whose share of questions it
 *     takes
 * @param dangerous whether every single use has to be approved (U-106)
 * @param diff what would be changed, where the tool shows it; never shown in part (U-105)
 * @param waitFor how long it waits for somebody to come where nobody could say yes (U-103)
 */
public record ApprovalRequest(
        String tool,
        ProviderName provider,
        JsonValue args,
        List<Source> sources,
        boolean dangerous,
        @MayChange Optional<String> diff,
        Duration waitFor)
        implements UserRequest {
    /**
     * Who wants the person to be asked.
     *
     * @param reason cleaned text of theirs; a surface says whose it is
     */
    public record Source(ProviderName name, TrustLevel trust, String reason) {}

    /** How many characters of a text stand beside a diff; a path is always shown. */
    private static final int MOST_BESIDE_DIFF = 4_096;

    public ApprovalRequest {
        UserQuestion.requireTime(waitFor);
        sources = List.copyOf(sources);
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("sources: somebody has to want it");
        }
    }

    /** A request that nobody waits for. */
    public ApprovalRequest(
            String tool, ProviderName provider, JsonValue args, List<Source> sources, boolean dangerous) {
        this(tool, provider, args, sources, dangerous, Optional.empty(), Duration.ZERO);
    }

    /** A request about a tool that may be permitted for a whole session. */
    public ApprovalRequest(String tool, ProviderName provider, JsonValue args, List<Source> sources) {
        this(tool, provider, args, sources, false, Optional.empty(), Duration.ZERO);
    }

    /** The same where somebody may come only later. */
    @MayChange
    public ApprovalRequest withWaitFor(Duration time) {
        return new ApprovalRequest(tool, provider, args, sources, dangerous, diff, time);
    }

    /** The same about a change that the tool shows. */
    @MayChange
    public ApprovalRequest showing(Optional<String> change) {
        return new ApprovalRequest(tool, provider, args, sources, dangerous, change, waitFor);
    }

    @Override
    public ProviderName asker() {
        return sources.get(0).name();
    }

    /**
     * The arguments as they are shown beside the diff: what would be written stands there, so that a long text from
     * which it comes is named by its length. Without a diff, the very arguments.
     */
    @MayChange
    public JsonValue shownArgs() {
        if (diff.isEmpty() || args.kind() != JsonKind.OBJECT) {
            return args;
        }
        Map<String, JsonValue> shown = new LinkedHashMap<>(args.members());
        shown.replaceAll((name, value) ->
                value.kind() == JsonKind.STRING && value.asString().length() > MOST_BESIDE_DIFF
                        ? JsonValue.of("… " + value.asString().length() + " characters, of which the change is made")
                        : value);
        return JsonValue.object(shown);
    }

    @Override
    public int length() {
        int reasons = sources.stream().mapToInt(it -> it.reason().length()).sum();
        return tool.length()
                + shownArgs().json().length()
                + diff.map(String::length).orElse(0)
                + reasons;
    }

    @Override
    public Ability needed() {
        return Ability.APPROVALS;
    }

    /** Whoever wants to use the tool has a time of its own. */
    @Override
    public Optional<Duration> atMost() {
        return Optional.empty();
    }

    @Override
    public List<Scope> scopes() {
        return Scope.of(this);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onApproval(this);
    }
}
