package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.PushLevel;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The words that an enumerated field may have on the wire, and what they stand for. Immutable. */
final class Vocabulary<E extends Enum<E>> implements ValueReader<E> {
    static final Vocabulary<PushLevel> LEVEL = lowerCase(PushLevel.class);
    static final Vocabulary<GateResult.Decision> DECISION = lowerCase(GateResult.Decision.class);
    static final Vocabulary<FilterRule.Outcome> OUTCOME = lowerCase(FilterRule.Outcome.class);
    static final Vocabulary<ToolsUpdate.Mode> UPDATE_MODE = lowerCase(ToolsUpdate.Mode.class);
    static final Vocabulary<Concurrency.Scope> SCOPE = lowerCase(Concurrency.Scope.class);
    static final Vocabulary<ToolCancel.Reason> CANCEL_REASON = lowerCase(ToolCancel.Reason.class);
    static final Vocabulary<ErrorCode> ERROR_CODE = new Vocabulary<>(ErrorCode.class, ErrorCode::name);
    static final Vocabulary<SessionLifecycle.State> LIFECYCLE_STATE =
            new Vocabulary<>(SessionLifecycle.State.class, SessionLifecycle.State::wireName);

    private final Function<E, String> wording;
    private final Map<String, E> constants = new LinkedHashMap<>();

    private Vocabulary(Class<E> type, Function<E, String> wording) {
        this.wording = wording;
        for (E constant : type.getEnumConstants()) {
            constants.put(wording.apply(constant), constant);
        }
    }

    private static <E extends Enum<E>> Vocabulary<E> lowerCase(Class<E> type) {
        return new Vocabulary<>(type, constant -> constant.name().toLowerCase(Locale.ROOT));
    }

    /** All words, in the order of their constants. */
    Set<String> words() {
        return constants.keySet();
    }

    String word(E constant) {
        return wording.apply(constant);
    }

    /** What a word stands for; empty if it is none of these. */
    Optional<E> find(String word) {
        return Optional.ofNullable(constants.get(word));
    }

    @Override
    public E read(JsonValue value) {
        return find(TEXT.read(value))
                .orElseThrow(() -> InvalidMessage.at("", "must be one of " + String.join(", ", words())));
    }
}
