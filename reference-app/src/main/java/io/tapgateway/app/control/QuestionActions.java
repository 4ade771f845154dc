package io.tapgateway.app.control;

import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.SessionUser;

/**
 * What waits for the person at a session. Programs of the owner see it and may say no; a yes takes the person, since an
 * agent's own shell can read the owner token (U-107). Thread-safe.
 */
final class QuestionActions {
    private final AppSessions sessions;

    QuestionActions(AppSessions sessions) {
        this.sessions = sessions;
    }

    void addTo(Routes.Builder routes) {
        routes.now("GET", "/api/sessions/{session}/questions", this::list)
                .now("POST", "/api/sessions/{session}/questions/{question}", this::answer);
    }

    private ApiReply list(ApiRequest request) throws ApiProblem {
        return ApiReply.list("questions", user(request).open(), QuestionActions::describe);
    }

    private ApiReply answer(ApiRequest request) throws ApiProblem {
        SessionUser user = user(request);
        QuestionId question = id(request.variable("question"));
        if (request.text("deny").isEmpty()) {
            throw ApiProblem.forbidden(
                    "Programs may say no, by {\"deny\":\"why\"}, and never yes: 'approve' at the prompt of 'tapgateway run' does.");
        }
        if (!user.deny(question, request.text("deny").get(), "by a program of the owner")) {
            throw ApiProblem.notFound("No question of that number is open; it may have been answered.");
        }
        return ApiReply.noContent();
    }

    private SessionUser user(ApiRequest request) throws ApiProblem {
        return request.session(sessions).host().user();
    }

    private static QuestionId id(String text) throws ApiProblem {
        try {
            return new QuestionId(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw ApiProblem.badRequest("A question is called by its number; '/questions' lists those that are open.");
        }
    }

    private static void describe(JsonWriter out, OpenQuestion question) {
        ApprovalRequest request = question.request();
        out.number("id", question.id().value())
                .text("tool", request.tool())
                .text("provider", request.provider())
                .value("args", request.args())
                .objects(
                        "askers",
                        request.sources(),
                        (one, source) -> one.text("provider", source.name())
                                .text("trust", source.trust().label())
                                .text("reason", source.reason()));
    }
}
