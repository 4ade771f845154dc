package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.core.kernel.InterceptorNotice;
import io.tapgateway.runtime.core.kernel.Receipt;
import java.util.Optional;

/**
 * A host is about to ask its model. Immutable.
 *
 * @param step which answer of the turn it is going to be
 * @param receipt for why it must not
 */
public record TurnBegin(Session session, int step, Receipt<Optional<String>> receipt) implements Occasion {
    @Override
    public InterceptorInterest interest() {
        return InterceptorInterest.TURNS;
    }

    @Override
    public String subject() {
        return "the next answer of the model";
    }

    @Override
    public JsonValue original() {
        return JsonValue.of(step);
    }

    @Override
    public InterceptorNotice question(InterceptorNotice.Question question, String id, JsonValue value) {
        return new InterceptorNotice.BeforeTurn(question, step);
    }

    @Override
    public void accept(Visitor visitor) {
        visitor.onTurnBegin(this);
    }
}
