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

/** What the enumerated fields of messages may say. */
final class Words {
    static final Vocabulary<PushLevel> LEVEL = lowerCase(PushLevel.class);
    static final Vocabulary<GateResult.Decision> DECISION = lowerCase(GateResult.Decision.class);
    static final Vocabulary<FilterRule.Outcome> OUTCOME = lowerCase(FilterRule.Outcome.class);
    static final Vocabulary<ToolsUpdate.Mode> UPDATE_MODE = lowerCase(ToolsUpdate.Mode.class);
    static final Vocabulary<Concurrency.Scope> SCOPE = lowerCase(Concurrency.Scope.class);
    static final Vocabulary<ToolCancel.Reason> CANCEL_REASON = lowerCase(ToolCancel.Reason.class);
    static final Vocabulary<ErrorCode> ERROR_CODE = Vocabulary.of(ErrorCode.class, ErrorCode::name);
    static final Vocabulary<SessionLifecycle.State> LIFECYCLE_STATE =
            Vocabulary.of(SessionLifecycle.State.class, SessionLifecycle.State::wireName);

    private Words() {}
}
