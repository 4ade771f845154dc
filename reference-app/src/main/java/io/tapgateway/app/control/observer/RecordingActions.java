package io.tapgateway.app.control.observer;

import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;

/** What was said in calls, and whether that is recorded. Thread-safe. */
final class RecordingActions {
    private final CallRecorder recorder;

    RecordingActions(CallRecorder recorder) {
        this.recorder = recorder;
    }

    void addTo(Routes.Builder routes, AppSessions sessions) {
        routes.now("GET", "/api/recording", request -> state())
                .now("POST", "/api/recording", this::switchTo)
                .now(
                        "GET",
                        "/api/sessions/{session}/calls/{call}",
                        request ->
                                call(request.session(sessions).gateway().info().id(), request.variable("call")));
    }

    private ApiReply state() {
        CallRecorder.Extent extent = recorder.extent();
        return ApiReply.ok(out ->
                out.flag("on", recorder.isOn()).number("calls", extent.calls()).number("bytes", extent.bytes()));
    }

    private ApiReply switchTo(ApiRequest request) throws ApiProblem {
        recorder.switchTo(request.member("on", JsonReader.FLAG)
                .orElseThrow(() -> ApiProblem.badRequest("The body needs 'on', true or false.")));
        return state();
    }

    private ApiReply call(SessionId session, String name) throws ApiProblem {
        CallId call;
        try {
            call = new CallId(name);
        } catch (IllegalArgumentException e) {
            throw ApiProblem.notFound("No call is called that.");
        }
        String said = recorder.of(session, call)
                .orElseThrow(() -> ApiProblem.notFound(
                        recorder.isOn()
                                ? "What was said in that call is not recorded: it has not ended, ended before recording was switched"
                                        + " on, or has made room for newer ones."
                                : "Calls are not recorded; what was said in them is gone. POST {\"on\":true} to /api/recording"
                                        + " records those to come."));
        return new ApiReply(200, said);
    }
}
