package io.tapgateway.app.mcp;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.user.Ability;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Somebody who sends each form as it is, with nothing filled in. Thread-safe. */
final class AgreeingSurface implements Surface {
    private final CompletableFuture<Attachment> seat = new CompletableFuture<>();

    private AgreeingSurface() {}

    static void attachTo(SessionUser user) {
        AgreeingSurface surface = new AgreeingSurface();
        surface.seat.complete(user.attach(surface));
    }

    @Override
    public String name() {
        return "here";
    }

    @Override
    public int mostCharacters() {
        return SessionUser.MOST_OF_REQUEST;
    }

    @Override
    public Set<Ability> abilities() {
        return Set.of(Ability.FORMS);
    }

    @Override
    public void opened(OpenQuestion question) {
        var unused = seat.thenAccept(it -> it.answer(question.id(), JsonValue.EMPTY_OBJECT));
    }

    @Override
    public void closed(OpenQuestion question, QuestionEnd how) {}
}
