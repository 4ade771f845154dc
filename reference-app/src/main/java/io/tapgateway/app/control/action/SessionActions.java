package io.tapgateway.app.control.action;

import io.tapgateway.app.control.api.ApiJson;
import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.event.ConsoleSeats;
import io.tapgateway.app.session.AppSession;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.protocol.codec.Identifiers;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.view.OutcomeJson;
import io.tapgateway.runtime.view.StreamEventJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What programs can do with sessions. Thread-safe. */
public final class SessionActions {
    private static final Logger LOG = LoggerFactory.getLogger(SessionActions.class);
    private static final int DEFAULT_STREAM_ENTRIES = 20;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Pattern STREAM = Pattern.compile("[A-Za-z0-9._-]{1,64}@[A-Za-z0-9_-]{1,48}(~[0-9]{1,9})?");

    private final AppSessions sessions;
    private final ConsoleSeats seats;
    private final LongSupplier nanos;

    /** @param nanos monotonic time, for how long a call took */
    public SessionActions(AppSessions sessions, ConsoleSeats seats, LongSupplier nanos) {
        this.sessions = sessions;
        this.seats = seats;
        this.nanos = nanos;
    }

    public void addTo(Routes.Builder routes) {
        routes.now("GET", "/api/sessions", request -> list())
                .now("POST", "/api/sessions", this::open)
                .now("DELETE", "/api/sessions/{session}", this::end)
                .now("GET", "/api/sessions/{session}/tools", this::tools)
                .on("POST", "/api/sessions/{session}/tools/{tool}/call", this::call)
                .now("POST", "/api/sessions/{session}/events", this::publish)
                .now("POST", "/api/sessions/{session}/foreground", this::bringToForeground)
                .now("POST", "/api/sessions/{session}/idle", this::idle)
                .now("POST", "/api/sessions/{session}/interrupt", this::interrupt)
                .now("POST", "/api/sessions/{session}/calls/{call}/cancel", this::cancelCall)
                .now("GET", "/api/sessions/{session}/timeline", this::timeline)
                .now("GET", "/api/sessions/{session}/streams", this::streams)
                .now("GET", "/api/sessions/{session}/streams/{stream}", this::stream)
                .now("GET", "/api/sessions/{session}/conversation", this::conversation)
                .now("GET", "/api/sessions/{session}/injected", this::injected);
    }

    private ApiReply list() {
        return ApiReply.list("sessions", sessions.views(), ApiJson::session);
    }

    private ApiReply open(ApiRequest request) throws ApiProblem {
        String id = request.requiredText("id");
        String label = request.text("label").filter(text -> !text.isBlank()).orElse(id);
        Optional<String> cwd = request.text("cwd");
        try {
            NewSession wanted =
                    NewSession.of(id, label, cwd.isPresent() ? Optional.of(directory(cwd.get())) : Optional.empty());
            if (sessions.isOpen(wanted.id())) {
                throw ApiProblem.conflict("There is a session '" + id + "' already; choose another id.");
            }
            sessions.open(wanted);
        } catch (IllegalArgumentException e) {
            throw ApiProblem.badRequest(String.valueOf(e.getMessage()));
        } catch (IllegalStateException e) {
            LOG.info("Session '{}' was not opened", id, e);
            throw ApiProblem.conflict(
                    "The session cannot be opened: its id is in use, there are " + AppSessions.MAX_SESSIONS
                            + " sessions, or the gateway is stopping. Choose another id, or end a session.");
        }
        SessionView opened = view(id);
        return ApiReply.created(out -> ApiJson.session(out, opened));
    }

    private ApiReply end(ApiRequest request) throws ApiProblem {
        AppSessions.Open session = session(request);
        sessions.end(session).whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "Session '{}' did not end properly",
                        session.gateway().info().id(),
                        failure);
            }
        });
        return ApiReply.accepted();
    }

    private ApiReply tools(ApiRequest request) throws ApiProblem {
        return ApiReply.list("tools", session(request).gateway().tools(), ApiJson::tool);
    }

    private CompletionStage<ApiReply> call(ApiRequest request) throws ApiProblem {
        AppSessions.Open session = session(request);
        String tool = request.variable("tool");
        if (session.gateway().tool(tool).isEmpty()) {
            throw ApiProblem.notFound("Session '" + request.variable("session")
                    + "' has no tool of that name; 'tools' lists those it has.");
        }
        JsonValue args = request.objectOf("args");
        CallOptions options = new CallOptions(
                request.member("call", Identifiers.CALL_ID),
                request.traceParent(),
                request.member("deadlineMs", JsonReader.wholeNumber(1, Integer.MAX_VALUE))
                        .map(Duration::ofMillis),
                request.progress(),
                Optional.empty());
        long begin = nanos.getAsLong();
        CallHandle call = session.gateway().startCall(tool, args, options);
        CompletableFuture<ApiReply> reply = call.outcome()
                .thenApply(outcome -> outcome(outcome, (nanos.getAsLong() - begin) / NANOS_PER_MILLI))
                .toCompletableFuture();
        var unused = reply.whenComplete((answered, failure) -> {
            if (reply.isCancelled()) {
                call.cancel();
            }
        });
        return reply;
    }

    public static ApiReply outcome(ToolOutcome outcome, long durationMillis) {
        return ApiReply.ok(out -> {
            OutcomeJson.show(out, outcome);
            out.number("durationMs", durationMillis);
        });
    }

    private ApiReply publish(ApiRequest request) throws ApiProblem {
        AppSessions.Open session = session(request);
        session.gateway()
                .publish(seats.said(
                        request, new SessionHostEvent(request.requiredText("event"), request.objectOf("data"))));
        return ApiReply.accepted();
    }

    private ApiReply bringToForeground(ApiRequest request) throws ApiProblem {
        session(request).gateway().bringToForeground();
        return ApiReply.accepted();
    }

    private ApiReply idle(ApiRequest request) throws ApiProblem {
        session(request).gateway().idle();
        return ApiReply.accepted();
    }

    private ApiReply cancelCall(ApiRequest request) throws ApiProblem {
        AppSessions.Open session = session(request);
        try {
            session.gateway().cancelCall(new CallId(request.variable("call")));
        } catch (InvalidMessage e) {
            throw ApiProblem.notFound("That is no name of a call; 'calls' of the session lists those there are.");
        }
        return ApiReply.accepted();
    }

    private ApiReply interrupt(ApiRequest request) throws ApiProblem {
        session(request).gateway().interrupt();
        return ApiReply.accepted();
    }

    private ApiReply timeline(ApiRequest request) throws ApiProblem {
        long after = request.number("after", 0, 0, Long.MAX_VALUE);
        return ApiReply.list("entries", session(request).host().timelineAfter(after), ApiJson::timelineEntry);
    }

    private ApiReply streams(ApiRequest request) throws ApiProblem {
        return ApiReply.list("streams", session(request).gateway().streams(), ApiJson::stream);
    }

    private ApiReply stream(ApiRequest request) throws ApiProblem {
        AppSessions.Open session = session(request);
        int last = (int) request.number("last", DEFAULT_STREAM_ENTRIES, 1, Limit.EVENTS_PER_STREAM.standard());
        String name = request.variable("stream");
        if (!STREAM.matcher(name).matches()) {
            throw ApiProblem.badRequest("Name the stream as stream@provider.");
        }
        return ApiReply.list("entries", session.gateway().stream(name, last), StreamEventJson::write);
    }

    private ApiReply conversation(ApiRequest request) throws ApiProblem {
        AppSession session = session(request).host();
        return ApiReply.ok(out -> {
            out.word("played", session.played()).objects("said", session.said(), ApiJson::said);
            session.turn().ifPresent(it -> out.object("turn", it, ApiJson::turn));
        });
    }

    private ApiReply injected(ApiRequest request) throws ApiProblem {
        return ApiReply.list("injected", session(request).host().injected(), ApiJson::injected);
    }

    private AppSessions.Open session(ApiRequest request) throws ApiProblem {
        return request.session(sessions);
    }

    private SessionView view(String id) throws ApiProblem {
        return sessions.views().stream()
                .filter(view -> view.info().id().value().equals(id))
                .findFirst()
                .orElseThrow(() -> ApiProblem.conflict("The session has ended again already; open it once more."));
    }

    private static Path directory(String text) {
        Path path = NewSession.path(text);
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException("'cwd' must be an absolute path.");
        }
        return path.normalize();
    }
}
