package io.tapgateway.agentserver.coworker;

import io.tapgateway.agentserver.coworker.ClientError.Code;
import io.tapgateway.agentserver.coworker.ClientError.Source;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Whose trouble a failed turn is, by its text; the first that fits (W-041). */
enum TurnFailure {
    PERMISSION(
            Code.PERMISSION_DENIED,
            Source.PERMISSIONS,
            "outside allowed",
            "blocked: ",
            "blocked url",
            "blocked private"),
    OBSERVATION(Code.OBSERVABILITY_ERROR, Source.OBSERVABILITY, "observability", "promql", "logql", "traceql"),
    PROVIDER(Code.PROVIDER_ERROR, Source.PROVIDER, "oauth", "api key", "unsupported provider"),
    CHECKPOINT_ID(Code.VALIDATION_FAILED, Source.SESSION, "unknown checkpoint id"),
    BACKUP(Code.BACKUP_ERROR, Source.BACKUP, "checkpoint", "session backup"),
    ARGUMENT(Code.VALIDATION_FAILED, Source.SESSION, "is required", "invalid "),
    OTHER(Code.INTERNAL_ERROR, Source.SESSION, "");

    private final Code code;
    private final Source source;

    @SuppressWarnings("ImmutableEnumChecker") // a list that nobody can change
    private final List<String> signs;

    TurnFailure(Code code, Source source, String... signs) {
        this.code = code;
        this.source = source;
        this.signs = List.of(signs);
    }

    static ClientError of(String sentence) {
        String text = sentence.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(it -> it.signs.stream().anyMatch(text::contains))
                .findFirst()
                .map(it -> new ClientError("Error: " + sentence, it.code, it.source))
                .orElseThrow();
    }
}
