package io.tapgateway.app.control.action;

import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.event.ConsoleSeats;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.Scope;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.UserRequest;
import io.tapgateway.user.UserRequestJson;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * What waits for the person at a session. Programs of the owner see it and may say no; a yes takes a person in front of
 * a browser, since an agent's own shell can read the owner token (U-107). Thread-safe.
 */
public final class QuestionActions {
    private static final String ONCE = "once";
    private static final String SESSION = "session";

    private final AppSessions sessions;
    private final ConsoleSeats seats;
    private final LongSupplier nanos;

    /** @param nanos the monotonic time of the sessions */
    public QuestionActions(AppSessions sessions, ConsoleSeats seats, LongSupplier nanos) {
        this.sessions = sessions;
        this.seats = seats;
        this.nanos = nanos;
    }

    public void addTo(Routes.Builder routes) {
        routes.now("GET", "/api/sessions/{session}/questions", this::list)
                .now("POST", "/api/sessions/{session}/questions/{question}", this::answer)
                .now("GET", "/api/sessions/{session}/grants", this::grants)
                .now("DELETE", "/api/sessions/{session}/grants/{grant}", this::revoke)
                .now("POST", "/api/consoles/confirm", this::confirm);
    }

    private ApiReply list(ApiRequest request) throws ApiProblem {
        long now = nanos.getAsLong();
        return ApiReply.list(
                "questions", request.session(sessions).host().user().open(), (out, one) -> describe(out, one, now));
    }

    private ApiReply answer(ApiRequest request) throws ApiProblem {
        AppSessions.Open session = request.session(sessions);
        QuestionId question = id(request.variable("question"));
        Optional<String> denied = denied(request);
        Optional<String> approved = request.text("approve");
        Optional<JsonValue> answered = request.member("answer", JsonReader.ANY);
        if (Stream.of(denied, approved, answered).filter(Optional::isPresent).count() != 1) {
            throw ApiProblem.badRequest(
                    "The body needs one of 'deny', with the reason, 'decline', 'approve' and 'answer'.");
        }
        boolean open;
        if (denied.isPresent()) {
            open = session.host().user().deny(question, denied.get(), by(request));
        } else if (approved.isPresent()) {
            open = approve(request, session, question, approved.get());
        } else {
            open = reply(request, session, question, answered.orElseThrow());
        }
        if (!open) {
            throw ApiProblem.notFound("No question of that number is open; it may have been answered.");
        }
        return ApiReply.noContent();
    }

    /** A no to a question is one without a reason. */
    private static Optional<String> denied(ApiRequest request) throws ApiProblem {
        Optional<String> denied = request.text("deny");
        Optional<Boolean> declined = request.member("decline", JsonReader.FLAG).filter(it -> it);
        if (denied.isPresent() && declined.isPresent()) {
            throw ApiProblem.badRequest("The body needs either 'deny' or 'decline'.");
        }
        return denied.or(() -> declined.map(it -> ""));
    }

    /** It counts only if the question is open where this person sits. */
    private boolean approve(ApiRequest request, AppSessions.Open session, QuestionId question, String approved)
            throws ApiProblem {
        Optional<Attachment> seat =
                seats.at(person(request), session.gateway().info().id());
        if (approved.equals(ONCE)) {
            return seat.filter(it -> it.approve(question)).isPresent();
        }
        if (!approved.equals(SESSION)) {
            throw ApiProblem.badRequest("'approve' must be \"" + ONCE + "\" or \"" + SESSION + "\".");
        }
        Scope scope = scope(session, question, request.requiredText("scope"));
        return seat.filter(it -> it.approve(question, scope)).isPresent();
    }

    /** What an agent wants to know is told by a person as well, since it decides what the agent does next. */
    private boolean reply(ApiRequest request, AppSessions.Open session, QuestionId question, JsonValue answer)
            throws ApiProblem {
        Optional<Attachment> seat =
                seats.at(person(request), session.gateway().info().id());
        Optional<String> objection = session.host().user().open().stream()
                .filter(it -> it.id().equals(question))
                .findFirst()
                .flatMap(it -> it.request().accept(new ObjectionTo(answer)));
        if (objection.isPresent()) {
            throw ApiProblem.badRequest(objection.get());
        }
        return seat.filter(it -> it.answer(question, answer)).isPresent();
    }

    /** Why a text is no answer. */
    private record ObjectionTo(JsonValue answer) implements UserRequest.Visitor<Optional<String>> {
        @Override
        public Optional<String> onApproval(ApprovalRequest request) {
            return Optional.of("It wants a yes or a no: 'approve', or 'deny' with the reason.");
        }

        @Override
        public Optional<String> onQuestion(UserQuestion question) {
            return question.objection(answer);
        }
    }

    /** It is called by its words, so that nobody permits another one than was read. */
    private static Scope scope(AppSessions.Open session, QuestionId question, String text) throws ApiProblem {
        return session.host().user().open().stream()
                .filter(it -> it.id().equals(question))
                .flatMap(it -> it.request().scopes().stream())
                .filter(it -> it.text().equals(text))
                .findFirst()
                .orElseThrow(() -> ApiProblem.notFound("The question is not open any more, or has no such scope."));
    }

    private ApiReply grants(ApiRequest request) throws ApiProblem {
        return ApiReply.list(
                "grants",
                request.session(sessions).host().user().grants(),
                (out, grant) -> out.number("id", grant.id().value())
                        .text("scope", grant.scope().text())
                        .text("by", grant.by())
                        .texts("askers", List.copyOf(grant.askers())));
    }

    private ApiReply revoke(ApiRequest request) throws ApiProblem {
        if (!request.session(sessions).host().user().revoke(id(request.variable("grant")))) {
            throw ApiProblem.notFound("Nothing of that number is permitted; '/grants' lists what is.");
        }
        return ApiReply.noContent();
    }

    private ApiReply confirm(ApiRequest request) throws ApiProblem {
        var unused = person(request);
        if (!seats.confirm(request.requiredText("code"))) {
            throw ApiProblem.notFound("No console shows this code now.");
        }
        return ApiReply.noContent();
    }

    /** The key of the browser that asks, which has to be one that a person has confirmed. */
    private String person(ApiRequest request) throws ApiProblem {
        return seats.person(
                request,
                "Programs may say no, by {\"deny\":\"why\"}, and never yes: 'approve' at the prompt of 'tapgateway run' does, and a"
                        + " console after 'confirm' there.");
    }

    private String by(ApiRequest request) {
        return request.personKey().filter(seats::isPerson).isPresent()
                ? ConsoleSeats.PLACE
                : "by a program of the owner";
    }

    private static QuestionId id(String text) throws ApiProblem {
        try {
            return new QuestionId(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw ApiProblem.badRequest("A question is called by its number; '/questions' lists those that are open.");
        }
    }

    private static void describe(JsonWriter out, OpenQuestion question, long now) {
        out.number("id", question.id().value())
                .number("waitingMs", TimeUnit.NANOSECONDS.toMillis(now - question.askedAt()));
        UserRequestJson.write(out, question.request());
    }
}
