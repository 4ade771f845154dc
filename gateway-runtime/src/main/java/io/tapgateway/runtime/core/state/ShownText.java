package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.core.kernel.InterceptorNotice;
import io.tapgateway.runtime.core.kernel.Receipt;

/**
 * A host is about to show what its model has said. Immutable.
 *
 * @param receipt for what is shown
 */
public record ShownText(Session session, String text, Receipt<String> receipt) implements Occasion {
    @Override
    public InterceptorInterest interest() {
        return InterceptorInterest.TEXTS;
    }

    @Override
    public String subject() {
        return "a text of the model";
    }

    @Override
    public JsonValue original() {
        return JsonValue.of(text);
    }

    @Override
    public InterceptorNotice question(InterceptorNotice.Question question, String id, JsonValue value) {
        return new InterceptorNotice.BeforeShown(question, value.asString());
    }

    @Override
    public void accept(Visitor visitor) {
        visitor.onShownText(this);
    }
}
