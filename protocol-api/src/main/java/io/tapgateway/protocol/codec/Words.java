package io.tapgateway.protocol.codec;

import static io.tapgateway.protocol.json.Vocabulary.lowerCase;

import io.tapgateway.protocol.json.Vocabulary;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.TrustLevel;

/** What enumerated fields may say, in messages and wherever else they are JSON. Immutable. */
public final class Words {
    public static final Vocabulary<PushLevel> LEVEL = lowerCase(PushLevel.class);
    public static final Vocabulary<GateResult.Decision> DECISION = lowerCase(GateResult.Decision.class);
    public static final Vocabulary<FilterRule.Outcome> OUTCOME = lowerCase(FilterRule.Outcome.class);
    public static final Vocabulary<ToolsUpdate.Mode> UPDATE_MODE = lowerCase(ToolsUpdate.Mode.class);
    public static final Vocabulary<Concurrency.Scope> SCOPE = lowerCase(Concurrency.Scope.class);
    public static final Vocabulary<ToolCancel.Reason> CANCEL_REASON = lowerCase(ToolCancel.Reason.class);
    public static final Vocabulary<ErrorCode> ERROR_CODE = Vocabulary.of(ErrorCode.class, ErrorCode::name);
    public static final Vocabulary<SessionLifecycle.State> LIFECYCLE_STATE =
            Vocabulary.of(SessionLifecycle.State.class, SessionLifecycle.State::wireName);

    /** More than people are shown: they are told {@link TrustLevel#label()}. */
    public static final Vocabulary<TrustLevel> TRUST = lowerCase(TrustLevel.class);

    private Words() {}
}
